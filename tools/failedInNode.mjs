/**
 * A reporter for Node's test runner. Writes the full name of each failed test, one per line, but neither the suites
 * around it nor tests that were canceled because of it.
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
