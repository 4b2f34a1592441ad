import type { IDataObject } from 'n8n-workflow';

import { isHolder, setOwn, valueAt } from '../operations/parts/path';

/** So many places behind a list's end are filled with null; one further behind is left out. */
const LONGEST_GAP = 100;

/** Whether a path leads to a place that the record could have: a list has only numbered ones. */
function isPlace(record: unknown, path: readonly string[]): boolean {
	return path.every((name, depth) => {
		const holder = valueAt(record, path.slice(0, depth));
		if (!Array.isArray(holder)) return true;
		return /^\d{1,9}$/.test(name) && Number(name) < holder.length + LONGEST_GAP;
	});
}

/** Puts a value where it stands in the record: in a list where the record has a list there. */
function put(target: IDataObject, path: readonly string[], record: unknown, value: unknown): void {
	let holder: Record<string, unknown> | unknown[] = target;
	path.forEach((name, depth) => {
		if (Array.isArray(holder)) while (holder.length < Number(name)) holder.push(null);
		const isLast = depth === path.length - 1;
		const inside = Object.getOwnPropertyDescriptor(holder, name)?.value as unknown;
		if (isLast || !isHolder(inside)) {
			const source = valueAt(record, path.slice(0, depth + 1));
			setOwn(holder, name, isLast ? value : Array.isArray(source) ? [] : {});
		}
		holder = (holder as Record<string, unknown>)[name] as typeof holder;
	});
}

/** Dot paths, without those that are inside another: they come with it. */
export function outermostPaths(fields: readonly string[]): string[][] {
	const paths = fields.map((field) => field.split('.'));
	const isInside = (path: string[], other: string[]) =>
		other.length < path.length && other.every((name, depth) => path[depth] === name);
	return paths.filter((path) => !paths.some((other) => isInside(path, other)));
}

/** The named fields of a record where they stand in it; what it lacks is null. */
export function select(record: IDataObject, paths: readonly string[][]): IDataObject {
	const selected: IDataObject = {};
	for (const path of paths) {
		if (isPlace(record, path)) put(selected, path, record, valueAt(record, path) ?? null);
	}
	return selected;
}
