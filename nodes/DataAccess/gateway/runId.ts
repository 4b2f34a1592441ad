import { trimmed } from '../shared/values';

// It becomes a part of a path: encoded, but some servers decode it, and parts of dots lead elsewhere.
const RUN_ID = /^(?!(?:.*\/)?\.{0,2}(?:\/|$))[\w.:~=@+/-]{1,200}$/;

/** The id of a run as it may stand in a path; undefined where it is none. */
export function safeRunId(value: unknown): string | undefined {
	const id = trimmed(value);
	return RUN_ID.test(id) ? id : undefined;
}
