import type { IDataObject } from 'n8n-workflow';

import { runOf } from './gateway.mts';
import { getAnswers } from './operations.mts';

/** A record of a feed: where it stands follows from `at`, what it shows is `time`. */
export interface Post {
	id: string;
	at: number;
	time: number | undefined;
	isPinned: boolean;
	/** Its place among the records in the order in which they were made. */
	born: number;
}

/** How a feed behaves. */
export interface Kind {
	/** By cursor, by offset, or by a cursor without a flag for the end. */
	paging: 'cursor' | 'offset' | 'flagless';
	/** Several records may come in one second. */
	hasBursts: boolean;
	/** One in so many records has no time; 1 for all, 0 for none. */
	timeless: number;
}

/** A list that grows and changes. */
export class Feed {
	posts: Post[] = [];
	/** What there was when its first page was last sold. */
	there: readonly Post[] = [];
	born = 0;
	/** When its newest record came, in seconds. */
	clock = 1_700_000_000;

	constructor(readonly kind: Kind) {}

	grow(by: number): void {
		const { hasBursts, timeless } = this.kind;
		const posts = Array.from({ length: by }, (_, index) => {
			const born = this.born + index + 1;
			if (!hasBursts || born % 3 === 0) this.clock += 1;
			const isTimeless = timeless > 0 && born % timeless === 0;
			return { at: this.clock, time: isTimeless ? undefined : this.clock };
		});
		this.add(posts);
	}

	/** Adds a record that stands so many seconds after the newest, and shows another time. */
	put(after: number, shown: number | undefined): void {
		const time = shown === undefined ? undefined : this.clock + shown;
		this.add([{ at: this.clock + after, time }]);
	}

	add(posts: ReadonlyArray<Pick<Post, 'at' | 'time'>>): void {
		for (const post of posts) {
			const born = (this.born += 1);
			this.posts.push({ ...post, id: `r${born}`, isPinned: false, born });
		}
		this.sort();
	}

	edit(place: number): void {
		const post = this.posts[place % Math.max(1, this.posts.length)];
		if (!post) return;
		this.clock += 1;
		post.at = this.clock;
		if (post.time !== undefined) post.time = this.clock;
		this.sort();
	}

	pin(place: number): void {
		for (const post of this.posts) post.isPinned = false;
		const post = this.posts[place % Math.max(1, this.posts.length)];
		if (post) post.isPinned = true;
		this.sort();
	}

	remove(place: number, count = 2): void {
		if (this.posts.length > 10) this.posts.splice(place, count);
	}

	/** The page for an input of the operation: its payload, and what is on it. */
	sell({ cursor, offset, limit }: IDataObject): { payload: IDataObject; ids: string[] } {
		const position = cursor ? String(cursor) : offset ? String(offset) : undefined;
		if (position === undefined) this.there = [...this.posts];
		const { posts, next } = this.page(position, Number(limit));
		const data = posts.map(({ id, time }) => ({ target: { id, updated_time: time } }));
		const isOffset = this.kind.paging === 'offset';
		const where = next ?? '';
		const link = new URLSearchParams(isOffset ? { offset: where } : { cursor: where, offset: '0' });
		const paging = { is_end: next === null, next: next === null ? '' : `/next?${link}` };
		return { payload: { data, paging }, ids: posts.map(({ id }) => id) };
	}

	protected page(
		position: string | undefined,
		size: number,
	): { posts: Array<Pick<Post, 'id' | 'time'>>; next: string | null } {
		const all = this.posts;
		const from = this.placeOf(position, all);
		const end = this.kind.paging === 'flagless' ? (position ?? 'end') : null;
		const posts = all.slice(from, from + size);
		if (from + size >= all.length) return { posts, next: end };
		const last = posts.at(-1)!;
		const isOffset = this.kind.paging === 'offset';
		return { posts, next: isOffset ? String(from + size) : `${last.at}/${last.born}` };
	}

	private placeOf(position: string | undefined, all: readonly Post[]): number {
		if (position === undefined) return 0;
		if (position === 'end') return all.length;
		if (this.kind.paging === 'offset') return Number(position);
		const [at = 0, born = 0] = position.split('/').map(Number);
		const isBelow = (post: Post) => post.at < at || (post.at === at && post.born < born);
		const place = all.findIndex((post) => !post.isPinned && isBelow(post));
		return place < 0 ? all.length : place;
	}

	sort(): void {
		const rank = (post: Post) => (post.isPinned ? 1 : 0);
		this.posts.sort((a, b) => rank(b) - rank(a) || b.at - a.at || b.born - a.born);
	}
}

/** US dollars for a call. */
export const PRICE = getAnswers.price;

/** A feed that always grew faster than it is read would have no end. */
const GROWING = 5;

/** What a run does to those whose pages it buys. */
export interface Buying {
	/** Calls that Max Cost allows, and those until one fails. */
	calls: number;
	failsAfter: number;
	/** Records that come before each of its first pages. */
	grows: number;
}

/** Sells the pages of feeds to one run, and notes what it has bought. */
export function sellerOf(feeds: readonly Feed[], { failsAfter, grows }: Buying) {
	const bought: Array<{ feed: number; ids: string[] }> = [];
	return {
		bought,
		answer(input: IDataObject) {
			if (bought.length >= failsAfter) return { status: 422, body: { error: { message: 'no' } } };
			const place = Number(input.question_id) - FIRST_QUESTION;
			const feed = feeds[place]!;
			if (bought.length < GROWING) feed.grow(grows);
			const { payload, ids } = feed.sell(input);
			bought.push({ feed: place, ids });
			return { status: 200, body: runOf(payload, PRICE) };
		},
	};
}

const FIRST_QUESTION = 1000;

/** Under which number the feed of an input item is asked for. */
export const questionOf = (place: number) => String(FIRST_QUESTION + place);

/** The node's parameters for runs over feeds. */
export const feedParameters = ({ calls }: Buying): IDataObject => ({
	...{ resource: 'question', operation: 'getAnswers', order: 'updated', output: 'raw' },
	// 0 is no cap.
	maxCost: calls === Infinity ? 0 : Math.round(calls * PRICE * 1e6) / 1e6,
});
