const { src, dest } = require('gulp');

/**
 * tsc leaves behind what it does not compile: icons and the Schema Preview files. The codex file
 * is copied too, so that a build does not depend on how tsc treats JSON.
 */
function copyAssets() {
	return src(
		['icons/*.svg', 'nodes/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'],
		{ base: '.', encoding: false },
	).pipe(dest('dist'));
}

exports['build:icons'] = copyAssets;
