import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';
import type * as sublimeSearchModule from '@n8n/utils/search/sublime-search';

import { load } from '../harness/native.mts';

// n8n's node creator searches by display name and by the aliases of the codex.
const { sublimeSearch } = load('@n8n/utils/search/sublime-search') as typeof sublimeSearchModule;

const path = 'dist/nodes/DataAccess/DataAccess.node.json';
const codex = JSON.parse(readFileSync(path, 'utf8')) as { alias: string[] };
const properties = { displayName: 'Data Access', codex };

test.each([
	...['image', 'search images', 'video', 'article', 'question', 'answer', 'reply', 'comment'],
	...['scraper', 'social media', 'social listening', 'hashtag', 'monitor', 'trend', 'data access'],
	...['new posts', 'get comments', 'keyword monitoring', 'web scraping', 'brand mentions'],
])('a search for "%s" in the node creator finds the node', (typed) => {
	expect(sublimeSearch(typed, [{ properties }])).toHaveLength(1);
	expect(sublimeSearch('invoice', [{ properties }])).toEqual([]);
});
