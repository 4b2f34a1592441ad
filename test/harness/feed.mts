import type { IDataObject } from 'n8n-workflow';

export interface Post {
	id: string;
	/** The time that the list is sorted by, in seconds. */
	at: number;
	/** The time that the record shows, in seconds. */
	time: number | undefined;
	/** Among records with the same time, the highest rank comes first. */
	rank: number;
	isPinned: boolean;
}

/** How a feed is paged: by a cursor, by an offset, or by a cursor without a flag for the end. */
export type Paging = 'cursor' | 'offset' | 'flagless';

/** A list that grows and changes, sold in pages of the operation Get Answers. */
export class Feed<Each extends Post = Post> {
	posts: Each[] = [];
	/** Number of records so far, including deleted ones. */
	born = 0;
	/** The time of the newest record, in seconds. */
	clock = 1_700_000_000;

	/** @param timeless every how many records one has no time: 1 for all, 0 for none */
	constructor(
		readonly paging: Paging = 'cursor',
		private readonly timeless = 0,
	) {}

	grow(by: number): void {
		for (let left = by; left > 0; left--) {
			this.clock += 1;
			const isTimeless = this.timeless > 0 && (this.born + 1) % this.timeless === 0;
			this.add(this.clock, isTimeless ? undefined : this.clock);
		}
		this.sort();
	}

	/** Adds a record that is sorted `after` seconds after the newest, and shows a time `shown` seconds after it. */
	put(after: number, shown: number): void {
		this.add(this.clock + after, this.clock + shown);
		this.sort();
	}

	private add(at: number, time: number | undefined): void {
		const rank = (this.born += 1);
		this.posts.push({ id: `r${rank}`, at, time, rank, isPinned: false } as Each);
	}

	edit(index: number): void {
		const post = this.posts[index]!;
		this.clock += 1;
		post.at = this.clock;
		if (post.time !== undefined) post.time = this.clock;
		this.sort();
	}

	remove(index: number, count: number): void {
		this.posts.splice(index, count);
	}

	sort(): void {
		const pinned = ({ isPinned }: Post) => (isPinned ? 1 : 0);
		this.posts.sort((a, b) => pinned(b) - pinned(a) || b.at - a.at || b.rank - a.rank);
	}

	visible(): Each[] {
		return this.posts;
	}

	protected timeOf(post: Each): number | undefined {
		return post.time;
	}

	/** Returns the page for an input of the operation: its payload, and the IDs on it. */
	sell({ cursor, offset, limit }: IDataObject): { payload: IDataObject; ids: string[] } {
		const start = cursor ? String(cursor) : offset ? String(offset) : undefined;
		const { posts, next } = this.page(start, Number(limit));
		const data = posts.map(({ id, time }) => ({ target: { id, updated_time: time } }));
		const position = next ?? '';
		const isOffset = this.paging === 'offset';
		const link = new URLSearchParams(
			isOffset ? { offset: position } : { cursor: position, offset: '0' },
		);
		const paging = { is_end: next === null, next: next === null ? '' : `/next?${link}` };
		return { payload: { data, paging }, ids: posts.map(({ id }) => id) };
	}

	protected page(position: string | undefined, size: number) {
		const all = this.visible();
		const from = this.indexOf(position, all);
		const shown = all.slice(from, from + size);
		const posts: Array<Pick<Post, 'id' | 'time'>> = shown.map((post) => ({
			id: post.id,
			time: this.timeOf(post),
		}));
		const last = shown.at(-1);
		const next = this.paging === 'offset' ? String(from + size) : `${last?.at}/${last?.rank}`;
		const end = this.paging === 'flagless' ? (position ?? 'end') : null;
		return { from, posts, next: from + size < all.length ? next : end };
	}

	private indexOf(position: string | undefined, all: readonly Post[]): number {
		if (position === undefined) return 0;
		if (position === 'end') return all.length;
		if (this.paging === 'offset') return Number(position);
		const [at = 0, rank = 0] = position.split('/').map(Number);
		const isBelow = (post: Post) => post.at < at || (post.at === at && post.rank < rank);
		const index = all.findIndex((post) => !post.isPinned && isBelow(post));
		return index < 0 ? all.length : index;
	}
}

/** Returns a feed with this many records. */
export function feedOf(records: number, ...how: ConstructorParameters<typeof Feed>): Feed {
	const feed = new Feed(...how);
	feed.grow(records);
	return feed;
}

/** Returns IDs of a feed from the newest to the oldest of them. */
export const idsFrom = (newest: number, oldest: number) =>
	Array.from({ length: newest - oldest + 1 }, (_, index) => `r${newest - index}`);
