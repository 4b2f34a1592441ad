import type { IDataObject } from 'n8n-workflow';

// These readers take any value and never throw, as `String({toString: 1})` would.

export const isHolder = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

export const isObject = (value: unknown): value is IDataObject =>
	isHolder(value) && !Array.isArray(value);

/** Returns the value at a path. Never reaches a prototype. */
export function valueAt(holder: unknown, path: readonly string[]): unknown {
	let value = holder;
	for (const name of path) {
		value = isHolder(value) && Object.hasOwn(value, name) ? value[name] : undefined;
	}
	return value;
}

/** Sets an own property. A plain assignment to `__proto__` would change the prototype. */
export function setOwn(holder: object, name: string, value: unknown): void {
	Object.defineProperty(holder, name, {
		value,
		writable: true,
		enumerable: true,
		configurable: true,
	});
}

export const isDeeperThan = (levels: number, value: unknown): boolean =>
	isHolder(value) &&
	(levels <= 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));

/** Whether a value is an object as in JSON, and no Date or Map. It may come from another realm. */
export function isPlain(value: unknown): value is IDataObject {
	if (!isObject(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function objectOf(value: unknown): IDataObject {
	return isObject(value) ? value : {};
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns a setting as text. A number counts as text, any other value as empty. */
export function trimmed(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

const NUMERAL = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Returns a finite number, which may come as text; undefined if there is none. */
export function numberOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && NUMERAL.test(value.trim()) ? Number(value) : value;
	return Number.isFinite(number) ? (number as number) : undefined;
}
