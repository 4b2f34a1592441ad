import { spawnSync } from 'node:child_process';

import { expect, test } from '@jest/globals';

test('what `npm run docs` would write is what the files say', () => {
	const command = ['tools/docs.mts', '--check'];
	const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
	expect({ differ: stdout.split('\n').filter(Boolean), stderr }).toEqual({
		differ: [],
		stderr: '',
	});
});
