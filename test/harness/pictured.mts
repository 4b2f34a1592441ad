import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', '.github', 'screenshots');

/** README's pictures, and what was read in them when they were taken. */
export const PICTURES = { folder: FOLDER, texts: join(FOLDER, 'texts.json') };

/** The node's own words in two pictures, and a message. */
export interface PictureTexts {
	node: string;
	workflow: string;
	message: string;
}

export const pictureTexts = () => JSON.parse(readFileSync(PICTURES.texts, 'utf8')) as PictureTexts;

/** Records of a list that is longer than what is read of it, so that no page is bought to see its end. */
export const LONG = 200;

/** README's First workflow. */
export const FIRST = { keyword: 'ceramic teapot' };

/** What is new every morning. */
export const DAILY = {
	resource: 'question',
	operation: 'getAnswers',
	questionId: '19550225',
	order: 'updated',
	pageSize: 20,
	limit: 60,
	maxCost: 0.15,
	onlyNew: true,
};
