import { expect, test } from '@jest/globals';

import type * as fileTypeModule from '../../nodes/DataAccess/deliver/fileType.ts';
import { built } from '../harness/built.mts';

const { nameAndType } = built<typeof fileTypeModule>('deliver/fileType');

const ANY = 'application/octet-stream';

const CASES: Array<[string, string, string | undefined, string, string]> = [
	['as they are', 'a.png?sign=1', 'image/png', 'a.png', 'image/png'],
	['what the server says comes first', 'a.png', 'image/webp', 'a.png', 'image/webp'],
	['the type of the ending', 'a!w720.webp', undefined, 'a!w720.webp', 'image/webp'],
	['an ending in capitals', 'a.JPG', '', 'a.JPG', 'image/jpeg'],
	['a type that says nothing', 'a.mp4', ANY, 'a.mp4', 'video/mp4'],
	['another one', 'a.mp4', 'binary/octet-stream', 'a.mp4', 'video/mp4'],
	['the ending of the type', 'a', 'Image/JPEG; q=1', 'a.jpg', 'image/jpeg'],
	['a type without a known ending', 'a', 'image/x-new', 'a', 'image/x-new'],
	['neither', 'a!w720', undefined, 'a!w720', ANY],
	['an ending that nobody knows', 'a.heif2', undefined, 'a.heif2', ANY],
	['names of JavaScript itself', 'a.valueOf', undefined, 'a.valueOf', ANY],
	['no name', '', 'image/gif', 'file.gif', 'image/gif'],
	['folders', 'x/y/a.jpg', undefined, 'a.jpg', 'image/jpeg'],
	['other alphabets', '%E7%8C%AB.jpg', undefined, '猫.jpg', 'image/jpeg'],
	['characters of paths', '..%2F..%5Ca%3F%00.jpg', undefined, '.._.._a__.jpg', 'image/jpeg'],
	['signs that turn the text around', 'a%E2%80%AEgpj.exe', undefined, 'a_gpj.exe', ANY],
	['broken escapes', '50%.jpg', undefined, '50%.jpg', 'image/jpeg'],
	['a long name', `${'n'.repeat(200)}.jpg`, undefined, `${'n'.repeat(96)}.jpg`, 'image/jpeg'],
];

test.each(CASES)('%s', (_label, path, contentType, name, type) => {
	expect(nameAndType(new URL(`https://img.example/${path}`), contentType)).toEqual({ name, type });
});
