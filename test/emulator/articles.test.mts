import { expect, test } from '@jest/globals';

import type { Json } from './client.mts';
import { ARTICLE, COMMENTS, REPLIES, useClient } from './client.mts';

const client = useClient();

/** The exact digits of every number of this name in a JSON text. */
const digitsOf = (text: string, name: string) =>
	[...text.matchAll(new RegExp(`"${name}":(\\d+)`, 'g'))].map(([, digits]) => digits!);

test('comments page by offset, at a price of their own', async () => {
	const url = `${ARTICLE} size-30`;
	const first = await client.payloadOf(COMMENTS, { url });
	expect(first).toMatchObject({ nextoffset: 20, hasmore: true, comment_total: 30 });
	expect(first.comments[0]).toEqual({
		contentid: expect.any(Number),
		content: expect.any(String),
		nick_name: expect.any(String),
		like_num: expect.any(Number),
		reply_total: 30,
		create_time: expect.any(Number),
		logo_url: expect.any(String),
		is_top: 0,
	});
	const last = await client.payloadOf(COMMENTS, { url, offset: 20, raw: false });
	expect(last.hasmore).toBe(false);
	expect(Object.keys(last.comments[0])).toHaveLength(5);
	const { ledger } = client.emulator;
	expect(ledger.map(({ charged }) => charged)).toEqual([0.01, 0.01]);
	expect(new Set(ledger.flatMap(({ recordIds }) => recordIds)).size).toBe(30);
});

test('the contentid of each comment leads to its own replies', async () => {
	const { text } = await client.call(COMMENTS, { url: ARTICLE });
	const contentIds = digitsOf(text, 'contentid');
	expect(contentIds).toEqual(client.emulator.ledger[0]!.recordIds);
	client.emulator.setList('fetch_comment_replies', contentIds[1]!, { size: 3 });
	const replies: string[] = [];
	for (const content_id of contentIds.slice(0, 3)) {
		const answer = await client.call(REPLIES, { url: ARTICLE, content_id, all_pages: true });
		expect(digitsOf(answer.text, 'content_id')).toEqual([content_id]);
		replies.push(...client.emulator.ledger.at(-1)!.recordIds);
	}
	expect(new Set(replies).size).toBe(45 + 3 + 45);
	const { comments } = await client.payloadOf(COMMENTS, { url: ARTICLE });
	expect(comments.slice(0, 3).map((each: Json) => each.reply_total)).toEqual([45, 3, 45]);
});

test('a contentid that went through a double leads nowhere', async () => {
	const { comments } = await client.payloadOf(COMMENTS, { url: ARTICLE });
	for (const { contentid } of comments) {
		const content_id = BigInt(contentid).toString();
		await client.expectWrong(REPLIES, { url: ARTICLE, content_id }, 'content_id');
	}
});

test('no content_id stands for the first comment that has replies', async () => {
	await client.call(COMMENTS, { url: ARTICLE });
	const [first, second, third] = client.emulator.ledger[0]!.recordIds;
	for (const contentId of [first, second])
		client.emulator.setList('fetch_comment_replies', contentId!, { size: 0 });
	const { text } = await client.call(REPLIES, { url: ARTICLE });
	expect(digitsOf(text, 'content_id')).toEqual([third]);
	client.emulator.setList('fetch_comment_replies', ARTICLE, { size: 0 });
	const { replies } = await client.payloadOf(REPLIES, { url: ARTICLE });
	expect(replies).toEqual([]);
});

test('a comment that came later has an ID, and replies', async () => {
	client.emulator.changeList('fetch_article_comments', ARTICLE, { add: 1, at: 0 });
	await client.call(COMMENTS, { url: ARTICLE });
	const content_id = client.emulator.ledger[0]!.recordIds[0];
	const { replies } = await client.payloadOf(REPLIES, { url: ARTICLE, content_id });
	expect(replies).toHaveLength(20);
	await client.payloadOf(REPLIES, { url: ARTICLE });
	expect(client.emulator.ledger[2]!.key).toBe(content_id);
});
