/**
 * `npm run bench`: each kind of work beside its limit and its floor, in interleaved rounds, as medians. It measures and
 * asserts nothing. `--only read,start`, `--rounds 5`, `--seconds 5`, `--connections 50`.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { runContest } from './contest.js';
import { CONTESTS } from './contests.js';
import { EFFORT_OPTIONS, effortLine, effortOf } from './effort.js';
import { govgateServer } from './govgate.js';
import { LOAD_GENERATOR } from './load.js';
import { prepareStore } from './prepared-store.js';
import { contestTable } from './print-table.js';
import { startToReady } from './start-to-ready.js';
import { yardstickServer } from './yardsticks.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: [...Object.keys(CONTESTS), 'start'].join(',') },
    ...EFFORT_OPTIONS,
  },
});
const effort = effortOf(values);
const chosen = values.only.split(',');

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${LOAD_GENERATOR}`,
);
console.log(effortLine(effort));
const store = await prepareStore();
try {
  for (const [name, contest] of Object.entries(CONTESTS)) {
    if (!chosen.includes(name)) continue;
    const { title, contenders } = await contest(store);
    const rows = await runContest({ title, contenders }, effort);
    console.log(`${title}\n${contestTable(rows)}\n`);
  }
  if (chosen.includes('start')) {
    const plans = [yardstickServer('koa-get', store.answers.read), govgateServer(await store.copy())];
    console.log(`Start to ready, existing store\n${await startToReady(plans, effort.rounds)}\n`);
  }
} finally {
  await store.dispose();
}
