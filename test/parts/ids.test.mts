import { expect, test } from '@jest/globals';

import type * as idsModule from '../../nodes/DataAccess/operations/parts/ids.ts';
import { built } from '../harness/built.mts';

const { linksIn, segmentsOf } = built<typeof idsModule>('operations/parts/ids');

test.each([
	['https://a.example/b/c', ['b', 'c']],
	['HTTP://a.example/b', ['b']],
	['https://a.example/b/?c=/d#/e', ['b', '']],
	['https://a.example/b#/c?d', ['b']],
	['https://a.example', []],
	['https://a.example:8080/b', ['b']],
	['a.example/b', ['b']],
	['www.a.example/b/c?d', ['b', 'c']],
	['看这个 https://a.example/b/1 很好', ['b', '1']],
	['看这个https://a.example/b/1，很好', ['b', '1']],
	['Look: https://a.example/b\nhttps://a.example/c', ['b']],
	['a/b', undefined],
	['/b/c', undefined],
	['a.example', undefined],
	['see a.example/b', undefined],
	['12', undefined],
	['', undefined],
])('the path of %j', (text, segments) => {
	const [link] = linksIn(text);
	expect(link && segmentsOf(link)).toEqual(segments);
});
