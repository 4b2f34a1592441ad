import { trimmed } from '../shared/values';

// The ID becomes part of a path. It is encoded, but some servers decode it, and `..` would then lead elsewhere.
const RUN_ID = /^(?!(?:.*\/)?\.{0,2}(?:\/|$))[\w.:~=@+/-]{1,200}$/;

/** Returns a run ID that is safe in a path; undefined for any other value. */
export function safeRunId(value: unknown): string | undefined {
	const id = trimmed(value);
	return RUN_ID.test(id) ? id : undefined;
}
