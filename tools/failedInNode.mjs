/**
 * A reporter for Node's test runner: the full name of each test that failed, one in a line. Not those of
 * the suites around it, nor of the tests that did not begin because of it.
 */
export default async function* failedInNode(events) {
	const names = [];
	for await (const { type, data } of events) {
		if (type === 'test:start') names.splice(data.nesting, Infinity, data.name);
		if (type !== 'test:fail') continue;
		const reason = data.details.error.failureType;
		if (reason === 'subtestsFailed' || reason === 'cancelledByParent') continue;
		yield `${[...names.slice(0, data.nesting), data.name].join(' ')}\n`;
	}
}
