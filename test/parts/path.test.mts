import { describe, expect, test } from '@jest/globals';

import { pathOf, pathsIn } from '../../nodes/DataAccess/operations/parts/path.ts';

test.each<[path: string, names: string[]]>([
	['a.b', ['a', 'b']],
	['a.0.b', ['a', '0', 'b']],
	['pictures[0].url', ['pictures', '0', 'url']],
	['a[0][12]', ['a', '0', '12']],
	['["a.b"].c', ['a.b', 'c']],
	["x['y z'][2]", ['x', 'y z', '2']],
	['a["b,c"]', ['a', 'b,c']],
	['[""]', ['']],
	[' a . b ', ['a', 'b']],
	['a b.c-d_e', ['a b', 'c-d_e']],
	['名前.@type', ['名前', '@type']],
	['_id.$oid', ['_id', '$oid']],
	['$error', ['$error']],
	['$', []],
	['$.a', ['a']],
	['$[0]', ['0']],
])('the path %j', (path, names) => {
	expect(pathOf(path)).toEqual(names);
});

test.each([
	...['$json.x', '$json["x"]', "$('Node').x", '$input.item.json', '{{ $json.x }}', '={{ x }}'],
	...['a;b', 'a|b', 'a,b', 'a..b', 'a.', 'a[b]', 'a[]', 'a[*].b', 'a[-1]', 'a["b"', 'a.[0]'],
	...['["a"]b', '/data/items', 'a(b)', '*', 'a[1'],
])('%j is no path', (path) => {
	expect(() => pathOf(path)).toThrow(/^This is no path: .* Write names with dots between them/);
});

describe('a list of paths', () => {
	test.each([
		['a, b.c ,,d', ['a', 'b.c', '', 'd']],
		['a["x,y"], b', ['a["x,y"]', 'b']],
		["['x,y'].z,w", ["['x,y'].z", 'w']],
		['', []],
	])('%j', (list, paths) => {
		expect(pathsIn(list)).toEqual(paths.filter((path) => path !== ''));
	});
});
