/** Lets work wait for a change, and look again whether it can go on. */
export class Changes {
	private waiting: Array<() => void> = [];

	async next(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	notify(): void {
		const { waiting } = this;
		this.waiting = [];
		for (const resolve of waiting) resolve();
	}
}
