// Lets Node before 22.18 load the TypeScript of the tests, by `require` and by `import`. Node loads this file twice: for
// `--import`, and in its thread for hooks.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

import { transformSync } from '@swc/core';

function compile(filename, type) {
	return transformSync(readFileSync(filename, 'utf8'), {
		filename,
		jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
		module: { type },
	}).code;
}

export async function load(url, context, next) {
	if (!url.endsWith('.mts')) return await next(url, context);
	const source = compile(fileURLToPath(url), 'es6');
	return { format: 'module', shortCircuit: true, source };
}

if (isMainThread) {
	module.register(import.meta.url);
	module._extensions['.mts'] = (loaded, file) => loaded._compile(compile(file, 'commonjs'), file);
}
