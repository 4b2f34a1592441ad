import { leaveNothingBehind } from '../test/n8n/harness/leaveNothingBehind.mts';
import type { Scenario } from './harness/scenario.mts';

/** Runs the one scenario that its argument names, and sends its tables to the parent process. */
leaveNothingBehind();
const [name = ''] = process.argv.slice(2);
const { scenario } = (await import(`./scenarios/${name}.mts`)) as { scenario: Scenario };
const tables = await scenario.run({ quick: process.env.BENCH_QUICK === '1' });
// Otherwise n8n's timers would keep the process alive.
process.send!({ tables }, () => process.exit(0));
