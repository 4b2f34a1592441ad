// Writes the documents that are made of the operations. With `--check` it writes nothing, and names
// those that would change.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { documents } from './documents.mts';

const isCheck = process.argv.includes('--check');

function textOf(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

for (const [file, ...steps] of documents) {
	const text = textOf(file);
	const made = steps.reduce((before, step) => step(before), text);
	const whole = await format(made, { ...(await resolveConfig(file)), filepath: file });
	if (whole === text) continue;
	console.log(file);
	if (isCheck) {
		process.exitCode = 1;
	} else {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, whole);
	}
}
