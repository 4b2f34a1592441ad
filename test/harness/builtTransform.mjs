import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A transform for Jest: an import of a module of the node loads its built file instead, as the engine does. */
export default {
	process(_source, file) {
		const module = relative(ROOT, file).replace(/\.ts$/, '.js');
		const native = JSON.stringify(join(import.meta.dirname, 'native.mts'));
		const path = JSON.stringify(`./dist/${module}`);
		return { code: `module.exports = require(${native}).load(${path});` };
	},
};
