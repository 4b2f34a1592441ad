import { writeFileSync } from 'node:fs';

/** A reporter for Jest. Writes the full name of each failed test to the file that FAILED_TESTS names. */
export default class FailedInJest {
	onRunComplete(_, { testResults }) {
		const names = testResults.flatMap(({ testFilePath, testExecError, testResults: tests }) => [
			...(testExecError ? [testFilePath] : []),
			...tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
		]);
		writeFileSync(process.env.FAILED_TESTS, names.map((name) => `${name}\n`).join(''));
	}
}
