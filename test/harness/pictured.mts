import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', '.github', 'screenshots');

/** README's pictures, and the texts that they contained when they were taken. */
export const PICTURES = { folder: FOLDER, texts: join(FOLDER, 'texts.json') };

/** The node's hints in two pictures, and a message. */
export interface PictureTexts {
	node: string;
	workflow: string;
	message: string;
}

export const pictureTexts = () => JSON.parse(readFileSync(PICTURES.texts, 'utf8')) as PictureTexts;

/** Number of records in a list that is longer than what is read, so that no page is bought only to find its end. */
export const LONG = 200;

/** The input of README's first workflow. */
export const FIRST = { keyword: 'ceramic teapot' };

/** Parameters for what is new every morning. */
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
