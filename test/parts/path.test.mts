import { expect, test } from '@jest/globals';

import { namedPath, pathOf, pathsIn } from '../../nodes/DataAccess/operations/parts/path.ts';

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
])('the path %j is read', (path, names) => {
	expect(pathOf(path)).toEqual(names);
});

test.each([
	...['$json.x', '$json["x"]', "$('Node').x", '$input.item.json', '{{ $json.x }}', '={{ x }}'],
	...['a;b', 'a|b', 'a,b', 'a..b', 'a.', 'a[b]', 'a[]', 'a[*].b', 'a[-1]', 'a["b"', 'a.[0]'],
	...['["a"]b', '/data/items', 'a(b)', '*', 'a[1', 'a/b', 'a｜b', 'a・b', 'a·b', 'a\\b'],
])('%j is refused as a path', (path) => {
	expect(() => pathOf(path)).toThrow(/^This is not a path: .* Write names with dots between them/);
});

test.each([
	['a, b.c ,,d', ['a', 'b.c', '', 'd']],
	['a["x,y"], b', ['a["x,y"]', 'b']],
	["['x,y'].z,w", ["['x,y'].z", 'w']],
	['a，b、 c；d;e﹐f､g،h؛i\tj', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']],
	['a\nb\r\n\r\nc\u2028d,\n\u200be', ['a', 'b', 'c', 'd', 'e']],
	['a["x，\ny"]，b', ['a["x，\ny"]', 'b']],
	['', []],
])('the list of paths %j is split', (list, paths) => {
	expect(pathsIn(list)).toEqual(paths.filter((path) => path !== ''));
});

test.each<[written: string, name: string, path: string[]]>([
	['a.b', 'a.b', ['a', 'b']],
	['likes = a.b', 'likes', ['a', 'b']],
	['likes=a.b', 'likes', ['a', 'b']],
	['赞数＝a.b', '赞数', ['a', 'b']],
	['my likes . of it = ["a=b"].c', 'my likes . of it', ['a=b', 'c']],
	['"likes" = a', 'likes', ['a']],
	["that's it = a", "that's it", ['a']],
	['["a=b"]', '["a=b"]', ['a=b']],
	['all = $', 'all', []],
	['__proto__ = a', '__proto__', ['a']],
])('the field %j is read', (written, name, path) => {
	expect(namedPath(written)).toEqual({ name, path, written: expect.any(String) });
});

const NO_FIELDS = ['= a', 'a =', 'a == b', 'a = b = c', 'a[0] = b', 'a = {{ $json.b }}'];
test.each(NO_FIELDS)('%j is refused as a field', (written) => {
	expect(() => namedPath(written)).toThrow(/^This is not a path: /);
});
