/** Lets work wait for a change, and look again whether it can go on. */
export class Changes {
	private waiting: Array<() => void> = [];

	/** Resolves with the next change. */
	async next(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Something has changed: all that wait look again, in their order. */
	notify(): void {
		const { waiting } = this;
		this.waiting = [];
		for (const resolve of waiting) resolve();
	}
}
