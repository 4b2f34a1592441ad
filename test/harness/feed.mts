import type { IDataObject } from 'n8n-workflow';

export interface Post {
	id: string;
	/** By what it is sorted, and what it shows: seconds. */
	at: number;
	time: number | undefined;
	/** Of several of one time, the higher comes first. */
	rank: number;
	isPinned: boolean;
}

/** How a feed is paged: by a cursor with or without a flag for the end, or by an offset. */
export type Paging = 'cursor' | 'offset' | 'flagless';

/** A list that grows and changes, and is sold in pages of answers. */
export class Feed<Each extends Post = Post> {
	posts: Each[] = [];
	/** How many records there ever were. */
	born = 0;
	/** When its newest record came, in seconds. */
	clock = 1_700_000_000;

	/** @param timeless one in so many records has no time; 1 for all, 0 for none */
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

	/** Adds a record that stands so many seconds after the newest, and shows another time. */
	put(after: number, shown: number): void {
		this.add(this.clock + after, this.clock + shown);
		this.sort();
	}

	private add(at: number, time: number | undefined): void {
		const rank = (this.born += 1);
		this.posts.push({ id: `r${rank}`, at, time, rank, isPinned: false } as Each);
	}

	edit(place: number): void {
		const post = this.posts[place]!;
		this.clock += 1;
		post.at = this.clock;
		if (post.time !== undefined) post.time = this.clock;
		this.sort();
	}

	remove(place: number, count: number): void {
		this.posts.splice(place, count);
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

	/** The page for an input of the operation: its payload, and what is on it. */
	sell({ cursor, offset, limit }: IDataObject): { payload: IDataObject; ids: string[] } {
		const position = cursor ? String(cursor) : offset ? String(offset) : undefined;
		const { posts, next } = this.page(position, Number(limit));
		const data = posts.map(({ id, time }) => ({ target: { id, updated_time: time } }));
		const where = next ?? '';
		const isOffset = this.paging === 'offset';
		const link = new URLSearchParams(isOffset ? { offset: where } : { cursor: where, offset: '0' });
		const paging = { is_end: next === null, next: next === null ? '' : `/next?${link}` };
		return { payload: { data, paging }, ids: posts.map(({ id }) => id) };
	}

	protected page(position: string | undefined, size: number) {
		const all = this.visible();
		const from = this.placeOf(position, all);
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

	private placeOf(position: string | undefined, all: readonly Post[]): number {
		if (position === undefined) return 0;
		if (position === 'end') return all.length;
		if (this.paging === 'offset') return Number(position);
		const [at = 0, rank = 0] = position.split('/').map(Number);
		const isBelow = (post: Post) => post.at < at || (post.at === at && post.rank < rank);
		const place = all.findIndex((post) => !post.isPinned && isBelow(post));
		return place < 0 ? all.length : place;
	}
}
