interface MediaFaultCommon {
	/** Part of the path; every file unless given. */
	match?: string;
	/** How many requests it is for: for ever unless given. */
	times?: number;
}

/** The ways in which a file cannot be had, or is not what it should be. */
export type MediaFault = MediaFaultCommon &
	(
		| { kind: 'status'; httpStatus: number }
		/** `contentType` null for none. */
		| { kind: 'type'; contentType: string | null }
		| { kind: 'empty' }
		/** So many bytes, as the headers say. */
		| { kind: 'size'; bytes: number }
		/** Bytes for as long as the client takes them. */
		| { kind: 'endless' }
		| { kind: 'redirect'; location: string; httpStatus?: number }
		/** The whole file, but later. */
		| { kind: 'slow'; afterMs: number }
		/** No answer until the client leaves. */
		| { kind: 'hang' }
		/** Headers and half of the file, then nothing until the client leaves. */
		| { kind: 'stall' }
		/** Headers and half of the file, then the connection ends. */
		| { kind: 'cut' }
	);

/** The faults that wait for their requests, in the order they were added. */
export class MediaFaults {
	private waiting: Array<{ fault: MediaFault; left: number }> = [];

	add(fault: MediaFault): void {
		this.waiting.push({ fault, left: fault.times ?? Infinity });
	}

	clear(): void {
		this.waiting = [];
	}

	/** The first fault for this path, used up by one. */
	take(path: string): MediaFault | undefined {
		const found = this.waiting.find(
			({ fault, left }) => left > 0 && path.includes(fault.match ?? ''),
		);
		if (found) found.left -= 1;
		return found?.fault;
	}
}
