import { expect, test } from '@jest/globals';

import { pageOfPosts, useGateway } from '../harness/gateway.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

// What a long list needs of memory: the bench.
test('130,000 records on one page overflow no stack', async () => {
	const size = 130_000;
	const posts = Array.from({ length: size }, (_, index) => ({ id: `${index}` }));
	const body = JSON.stringify(pageOfPosts(posts));
	gateway.answerWith(() => ({ body }));
	const parameters = { ...getPosts.parameters('u'), returnAll: true, output: 'raw' };
	const run = await world.run(parameters, gateway.at);
	expect(run.error).toBeUndefined();
	expect(run.records).toHaveLength(size);
	expect(gateway.calls).toHaveLength(1);
});
