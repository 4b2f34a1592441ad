/**
 * The flat record of Output = Simplified: the same ten names on every platform, ready for a sheet
 * or a message (docs/gateway.md, Records). What a platform does not tell is null.
 */
export interface SimplifiedRecord {
	[field: string]: string | number | null;
	id: string | null;
	url: string | null;
	title: string | null;
	text: string | null;
	authorId: string | null;
	authorName: string | null;
	/** ISO 8601 in UTC. */
	createdAt: string | null;
	likeCount: number | null;
	commentCount: number | null;
	mediaUrl: string | null;
}
