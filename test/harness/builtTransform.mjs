import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Gives tests that import a module of the node what is built of it, as the engine loads it. */
export default {
	process(_source, file) {
		const module = relative(ROOT, file).replace(/\.ts$/, '.js');
		const native = JSON.stringify(join(import.meta.dirname, 'native.mts'));
		const path = JSON.stringify(`./dist/${module}`);
		return { code: `module.exports = require(${native}).load(${path});` };
	},
};
