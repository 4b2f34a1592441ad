import { writeFileSync } from 'node:fs';

/** A reporter for Jest: writes the full name of each test that failed into the file FAILED_TESTS. */
export default class FailedInJest {
	onRunComplete(_, { testResults }) {
		const names = testResults.flatMap(({ testFilePath, testExecError, testResults: tests }) => [
			...(testExecError ? [testFilePath] : []),
			...tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
		]);
		writeFileSync(process.env.FAILED_TESTS, names.map((name) => `${name}\n`).join(''));
	}
}
