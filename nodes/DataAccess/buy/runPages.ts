import { giveWay } from '../shared/turn';
import type { ExecutionPages } from './executionPages';
import type { Pass } from './owner';
import { bytesOf, pack, paidPages } from './pageStore';
import type { PaidPage } from './pageStore';
import { mayUse, MINUTES_KEPT, usableMinutes } from './reusePolicy';
import type { Asker } from './reusePolicy';

/** Which pages of a run that delivered nothing need not be bought again. */
export interface SafePages {
	/** All that were paid for or taken over. */
	pages: number;
	/** Those that a new execution finds in memory, and the minutes for which it finds them all. */
	inMemory: number;
	minutes: number;
	/** Those that n8n's Retry of the execution finds. */
	stored: number;
}

export const NO_PAGES: SafePages = { pages: 0, inMemory: 0, minutes: 0, stored: 0 };

/** A paid page that is used again. */
export interface TakenPage {
	page: PaidPage;
	/** It was bought for somebody else, or for another use of the tool, and is new to this pass. */
	isReused: boolean;
}

/** Bytes of pages that a run holds as they came: compressing takes longer than all else that is done with a page. */
const PLAIN_BOUND = 32 * 2 ** 20;

/** The paid pages that a run may use, and keeps for others. */
export class RunPages {
	private readonly used = new Set<PaidPage>();
	/** Of the pages that it has bought, as they came. */
	private bytes = 0;

	/** @param rules as the user sets them (buyer.ts) */
	constructor(
		private readonly stored: ExecutionPages,
		private readonly pass: Pass,
		private readonly rules: Pick<Asker, 'reusePages' | 'buysAnew'>,
	) {}

	/**
	 * The page that may be used becomes one of its owner's, and stays in memory while this run is under way.
	 * @param after epoch milliseconds: one that was begun before must not follow a newer one
	 */
	take(key: string, after: number): TakenPage | undefined {
		const page = this.find(key, after);
		if (!page) return undefined;
		const { owner } = this.pass;
		const isNew = !this.used.has(page);
		const isReused = isNew && (owner.isAgent || page.boughtBy !== owner);
		if (isNew) {
			this.used.add(page);
			owner.pages.set(key, page);
			paidPages.change(page, { users: page.users + 1 });
		}
		return { page, isReused };
	}

	/**
	 * Its owner's page, else that of the execution that n8n retries, else the oldest of any others: what follows it
	 * in the list fits it.
	 */
	private find(key: string, after: number): PaidPage | undefined {
		const { owner } = this.pass;
		const own = owner.pages.get(key);
		const copies = [...paidPages.of(key)].sort((a, b) => a.begunAt - b.begunAt);
		const stored = this.stored.find(key);
		const isStored = ({ boughtAt }: PaidPage) => boughtAt === stored?.boughtAt;
		const candidates = [own, copies.find(isStored) ?? stored, ...copies];
		return candidates.find((page) => {
			if (page?.text === undefined) return false;
			const isOwner = page === own;
			const asker = { ...this.rules, isOwner, after };
			const isOfThisPass = page.boughtIn === this.pass;
			const facts = { ...page, isStored: isStored(page), isOfThisPass };
			return mayUse(facts, asker, Date.now());
		});
	}

	/** What comes back is its owner's at once, and anybody's who reuses pages. */
	async keep(
		bought: Pick<PaidPage, 'key' | 'begunAt' | 'boughtAt'> & { text: string },
	): Promise<void> {
		const { owner } = this.pass;
		const page: PaidPage = { ...bought, boughtBy: owner, boughtIn: this.pass, users: 1 };
		this.used.add(page);
		owner.pages.set(page.key, page);
		this.bytes += bytesOf(page);
		if (this.bytes > PLAIN_BOUND) page.text = await pack(bought.text);
		paidPages.add(page);
	}

	drop(page: PaidPage): void {
		const { pages } = this.pass.owner;
		this.used.delete(page);
		if (pages.get(page.key) === page) pages.delete(page.key);
		this.stored.forget(page.key);
		paidPages.drop(page);
	}

	/** The pass is over: what it has used and read is delivered, or kept for others. */
	async release(isDelivered: boolean): Promise<SafePages> {
		const now = Date.now();
		for (const page of this.used) {
			await store(page, isDelivered);
			if (isDelivered && this.isRead(page)) this.deliver(page, now);
			else leave(page, now);
		}
		this.used.clear();
		return isDelivered ? NO_PAGES : await this.storeForRetry(now);
	}

	private isRead({ key }: PaidPage): boolean {
		return this.pass.owner.stateOf(key).failed === undefined;
	}

	private deliver(page: PaidPage, now: number): void {
		this.stored.forget(page.key);
		paidPages.change(page, { users: page.users - 1, deliveredAt: now });
		if (!paidPages.has(page)) page.text = undefined;
	}

	/** What n8n's Retry and others find: all that its owner has is also stored with the execution, if there is room. */
	private async storeForRetry(now: number): Promise<SafePages> {
		const safe = { ...NO_PAGES, minutes: MINUTES_KEPT };
		for (const page of this.pass.owner.pages.values()) {
			const isStored = await this.stored.add(page);
			await giveWay();
			// One that could not be read is kept for whoever can, and is nothing that this run has.
			if (!this.isRead(page)) continue;
			safe.pages += 1;
			if (isStored) safe.stored += 1;
			const minutes = Math.round(usableMinutes(page, now));
			if (minutes <= 0 || this.rules.buysAnew || !paidPages.has(page)) continue;
			safe.inMemory += 1;
			safe.minutes = Math.min(safe.minutes, minutes);
		}
		return safe;
	}
}

/** Its run did not deliver it: others may use it. */
function leave(page: PaidPage, now: number): void {
	paidPages.change(page, { users: page.users - 1, failedAt: page.failedAt ?? now });
}

/** There may be room for it now. What failed must last, and is compressed. */
async function store(page: PaidPage, isDelivered: boolean): Promise<void> {
	const { text } = page;
	const packed = !isDelivered && typeof text === 'string' ? await pack(text) : text;
	// Whoever could not read it has dropped it meanwhile.
	if (page.text === undefined) return;
	paidPages.change(page, { text: packed });
	paidPages.add(page);
}
