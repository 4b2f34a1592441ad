import type { IDataObject } from 'n8n-workflow';

import { isHolder, setOwn, valueAt } from '../operations/parts/path';

/** How far beyond a list's end an index may be, since the places between are filled with null. */
const LONGEST_GAP = 100;

/** Whether the holder can have a field of this name: a list has only numbered ones. */
function isPlace(holder: unknown, name: string): boolean {
	if (!Array.isArray(holder)) return true;
	return /^\d{1,9}$/.test(name) && Number(name) < holder.length + LONGEST_GAP;
}

/** What stands along a path: the record, what is at its first name, and so on to the last. */
function stepsAlong(path: readonly string[], record: unknown): unknown[] {
	const steps = [record];
	for (const name of path) steps.push(valueAt(steps.at(-1), [name]));
	return steps;
}

/** Puts a field where it stands in the record: in a list where the record has a list there. */
function put(target: IDataObject, path: readonly string[], record: unknown): void {
	const steps = stepsAlong(path, record);
	if (!path.every((name, depth) => isPlace(steps[depth], name))) return;
	let holder: Record<string, unknown> | unknown[] = target;
	path.forEach((name, depth) => {
		if (Array.isArray(holder)) while (holder.length < Number(name)) holder.push(null);
		const isLast = depth === path.length - 1;
		const inside = Object.getOwnPropertyDescriptor(holder, name)?.value as unknown;
		const found = steps[depth + 1];
		if (isLast) setOwn(holder, name, found ?? null);
		else if (!isHolder(inside)) setOwn(holder, name, Array.isArray(found) ? [] : {});
		holder = (holder as Record<string, unknown>)[name] as typeof holder;
	});
}

/** Paths, without those that are inside another: they come with it. */
export function outermostPaths(paths: readonly string[][]): string[][] {
	const isInside = (path: string[], other: string[]) =>
		other.length < path.length && other.every((name, depth) => path[depth] === name);
	return paths.filter((path) => !paths.some((other) => isInside(path, other)));
}

/** The named fields of a record where they stand in it; what it lacks is null. `$` is all of it. */
export function select(record: IDataObject, paths: readonly string[][]): IDataObject {
	if (paths.some(({ length }) => length === 0)) return record;
	const selected: IDataObject = {};
	for (const path of paths) put(selected, path, record);
	return selected;
}
