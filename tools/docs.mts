// Writes the documents that are generated from the operations, and prints the name of each that changes. With `--check`,
// only prints them, and exits with 1 if there are any.

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
