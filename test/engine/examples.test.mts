import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import type { WorkflowJson } from '../harness/engine.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY, CREDENTIAL_NAME } from '../harness/world.mts';

const world = useWorld();

const REPLIES = 'fetch_comment_replies';
const COMMENTS = 'fetch_article_comments';

test('the comments of an article, then the replies of each', async () => {
	const { engine, emulator } = world;
	const workflow = JSON.parse(
		readFileSync('examples/article-comments-and-replies.json', 'utf8'),
	) as WorkflowJson;
	const execution = await engine.run({
		workflow,
		credentials: {
			[CREDENTIAL_NAME]: { baseUrl: emulator.url, apiKey: API_KEY, provider: emulator.provider },
		},
	});
	expect(execution.run.status).toBe('success');

	const comments = execution.items('Article comments').map(({ json }) => json);
	expect(comments).toHaveLength(10);
	const answered = comments.filter(({ reply_total }) => Number(reply_total) > 0);
	expect(answered.length).toBeGreaterThan(1);

	const boughtFor = (operation: string) =>
		emulator.ledger.filter((entry) => entry.operation === operation);
	expect(boughtFor(COMMENTS)).toHaveLength(1);
	expect(boughtFor(REPLIES).map(({ input }) => input.content_id)).toEqual(
		answered.map(({ contentid }) => contentid),
	);
	expect(emulator.summary().charged).toBeCloseTo(0.01 + answered.length * 0.015, 6);
	expect(emulator.summary().charged).toBeLessThanOrEqual(0.17);

	const replies = execution.items('Conversation').map(({ json }) => json);
	const commentOf = new Map(
		boughtFor(REPLIES).flatMap(({ input, recordIds }) =>
			recordIds.map((id) => [id, input.content_id] as const),
		),
	);
	expect(replies.length).toBeGreaterThan(answered.length);
	for (const { commentId, comment, replyId, reply } of replies) {
		expect(commentOf.get(String(replyId))).toBe(commentId);
		expect(answered.find(({ contentid }) => contentid === commentId)?.content).toBe(comment);
		expect(String(reply)).not.toBe('');
	}
});
