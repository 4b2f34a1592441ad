import { expect, test } from '@jest/globals';

import { compactRecord } from '../../nodes/DataAccess/deliver/items.ts';
import { runOf, useGateway } from '../harness/gateway.mts';
import { searchImages } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const long = (characters: number, letter = 'x') => letter.repeat(characters);

test('what was added is shortened alike', async () => {
	const addFields = 'note = nothing, long = user_info.nickname, user_info';
	const user_info = { nickname: long(2000) };
	const data = { items: [{ user_info }], has_more: false };
	gateway.answerWith(() => ({ body: runOf({ data }) }));
	const parameters = { ...searchImages.parameters('a'), options: { addFields } };
	const { answers } = await world.runAgent(parameters, [[{}]], gateway.at);
	const text = `${long(1000)}… (1,000 more characters)`;
	expect(answers[0]![0]![0]).toEqual({ authorName: text, long: text, user_info });
});

test.each([
	['as long as is allowed', long(1000), long(1000)],
	['one more', long(1001), `${long(1000)}… (1 more characters)`],
	['a pair at the cut', `${long(999)}😀😀`, `${long(999)}… (2 more characters)`],
	['a pair before the cut', `${long(998)}😀😀`, `${long(998)}😀… (1 more characters)`],
	['half a pair at the cut', `${long(999)}\ud83dx`, `${long(999)}… (2 more characters)`],
])('a text for an agent is cut to 1,000 characters: %s', (_label, text, cut) => {
	expect(compactRecord({ text })).toEqual({ text: cut });
});
