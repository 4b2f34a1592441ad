/** @type {import('jest').Config} */
export default {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.mts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/'],
	moduleFileExtensions: ['mts', 'ts', 'mjs', 'js', 'cjs', 'json', 'node'],
	transform: {
		'/(nodes|credentials)/.+\\.ts$': '<rootDir>/test/harness/builtTransform.mjs',
		'^.+\\.mts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	setupFilesAfterEnv: ['<rootDir>/test/harness/afterEach.mts'],
	// The built package is loaded from dist/, as n8n loads it.
	modulePathIgnorePatterns: ['<rootDir>/dist/package.json'],
	// Many tests wait for a slow or silent gateway, so there are more workers than most machines have cores.
	maxWorkers: 4,
	testTimeout: 20_000,
	// On a busy machine a worker does not end within the half second of Jest's default.
	workerGracefulExitTimeout: 10_000,
};
