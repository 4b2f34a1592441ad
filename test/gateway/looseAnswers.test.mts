import { describe, expect, test } from '@jest/globals';

import { postsByOffset } from '../harness/gateway.mts';
import { getPosts } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();
const gateway = useGateway();

describe('an answer that no strict parser reads', () => {
	const answerWith = (damage: (text: string) => string) => {
		const pageOf = postsByOffset(
			() => 30,
			(post) => 1_700_000_000 + post,
		);
		gateway.answerWith((call) => {
			if (call.path !== '/v1/run') return { status: 404, body: {} };
			const { body } = pageOf(call);
			const text = JSON.stringify(body);
			return { body: call.body.input.end_cursor === '12' ? damage(text) : text };
		});
	};
	const posts = { ...getPosts.parameters('a'), returnAll: true };
	const run = async () => await world.run(posts, { credential: { baseUrl: gateway.url } });

	test.each<[string, (text: string) => string]>([
		[
			'a bare NaN',
			(text) => text.replaceAll(/"taken_at_timestamp":\d+/g, '"taken_at_timestamp":NaN'),
		],
		['-Infinity', (text) => text.replace('"output"', '"ratio": -Infinity,"output"')],
		['a raw line break', (text) => text.replace('"p18"', '"p18","title":"one\ntwo"')],
		['a raw NUL', (text) => text.replace('"p18"', '"p18","title":"one\u0000two"')],
		[
			'a page as text within',
			(text) =>
				text.replace(
					/"output":(\{.*\}),"providerResponse"/,
					(_, page: string) =>
						`"output":${JSON.stringify(page.replace(/\d+(?=\}\})/, 'NaN'))},"providerResponse"`,
				),
		],
	])('is read, since it was paid for: %s', async (_label, damage) => {
		answerWith(damage);
		const { error, records } = await run();
		expect(error).toBeUndefined();
		expect(records).toHaveLength(30);
		expect(gateway.calls).toHaveLength(3);
	});

	test.each<[string, (text: string) => string]>([
		['cut off', (text) => text.slice(0, -20)],
		['with two commas', (text) => text.replace(',', ',,')],
	])('is no reason to look at the Base URL: %s', async (_label, damage) => {
		answerWith(damage);
		const { error } = await run();
		const failure = { code: 'UNRECOGNISED_ANSWER', mayBeCharged: true, callsMade: 2 };
		expect(error?.errorResponse).toMatchObject(failure);
		const words = `${error?.message} ${error?.description}`;
		expect(words).toContain('{"runId":');
		expect(words).not.toContain('Base URL');
	});
});
