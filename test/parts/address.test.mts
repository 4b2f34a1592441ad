import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { addressOf } from '../../nodes/DataAccess/operations/parts/address.ts';
import { RUNS } from './anyValue.mts';

const A = 'https://s.example/a.jpg?x=1&sig=AB';

const ADDRESSES: Array<[address: string | null, ...written: unknown[]]> = [
	[A, A, `  ${A}\n`, '//s.example/a.jpg?x=1&sig=AB'],
	[A, 'https://s.example/a.jpg?x=1&amp;sig=AB', 'https://s.example/a.jpg?x=1&amp;amp;sig=AB'],
	[A, 'https://s.example/a.jpg?x=1\\u0026sig=AB'],
	[A, [A, 'https://b.example'], ['', A], [{ url: A }], { url: A }, [null, 5, {}, A]],
	['http://s.example', 'http://s.example', ' http://s.example'],
	['https://猫.example/茶;v=1,2', 'https://猫.example/茶;v=1,2'],
	// Nothing but a link that a browser opens harmlessly, and that n8n can download.
	[null, 'app://item/64f0b9aa', 'javascript://%0aalert(1)', 'JAVASCRIPT://a', 'ftp://a.example/b'],
	[A, ['javascript://a', A]],
	[null, '', ' ', '/s/AbC', 'a.jpg', 'data:image/png;base64,AA', 'javascript:alert(1)', 'https://'],
	[null, 'https:///a', 'https:// s.example', 'https://s.example/a b', '///a', 'no https', null],
	[null, true, 5, 'https://s.example/"', 'https://s.example/\u0007', 'https://\ud800'],
	[null, [], [[5]], {}, { toString: 1 }, [[A]], JSON.stringify([A])],
];

test.each(ADDRESSES)('the address %p is read from %j', (address, ...written) => {
	for (const value of written) expect([value, addressOf(value)]).toEqual([value, address]);
});

test('an address is not changed', () => {
	const property = fc.property(
		fc.webUrl({ withQueryParameters: true, withFragments: true }),
		(url) => {
			fc.pre(!/&(?:amp;)/i.test(url));
			for (const each of [url, ` ${url}\n`, { url }, [url]]) expect(addressOf(each)).toBe(url);
		},
	);
	fc.assert(property, { numRuns: RUNS });
});
