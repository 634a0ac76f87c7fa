/**
 * `npm run bench`: each kind of work beside its limit and its floor, in interleaved rounds, as medians; in a small store, in the
 * world of a real tenant, beside writers and with many writers on one record; what a tenant's size costs every read; what is
 * held in memory. Prints what falls short of its aim first. It measures and asserts nothing. `--only read,start`, `--rounds 3`,
 * `--seconds 3`, `--connections 50`; `--write` puts the run into docs/benchmarks.md.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Contest, type Effort, runContest } from './contest.js';
import { CONTESTS } from './contests.js';
import { EFFORT_OPTIONS, effortLine, effortOf } from './effort.js';
import { growthSection } from './growth-section.js';
import { LOAD_GENERATOR } from './load.js';
import { planesSection } from './planes-section.js';
import { type PreparedStore, prepareStore } from './prepared-store.js';
import { contestTable } from './print-table.js';
import { startSection } from './start-to-ready.js';
import { TENANT_CONTESTS } from './tenant-contests.js';
import { goalTable, machineLine, type Section, writeBenchmarks } from './write-benchmarks.js';

type InStore = (store: PreparedStore, effort: Effort) => Promise<Section>;

const contestIn =
  (contest: (store: PreparedStore) => Promise<Contest>): InStore =>
  async (store, effort) => {
    const { title, contenders, connections, goals } = await contest(store);
    const rows = await runContest(
      { title, contenders, ...(connections === undefined ? {} : { connections }) },
      effort,
    );
    return { title, lines: contestTable(rows), goals: goals?.(rows) ?? [] };
  };

const contestsIn = (contests: typeof CONTESTS): [string, InStore][] =>
  Object.entries(contests).map(([name, contest]) => [name, contestIn(contest)]);

const IN_SMALL: Readonly<Record<string, InStore>> = Object.fromEntries(contestsIn(CONTESTS));
const IN_TENANT: Readonly<Record<string, InStore>> = {
  ...Object.fromEntries(contestsIn(TENANT_CONTESTS)),
  start: startSection,
};
const ALONE: Readonly<Record<string, () => Promise<Section>>> = {
  growth: growthSection,
  planes: planesSection,
};

const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default: [IN_SMALL, IN_TENANT, ALONE].flatMap((some) => Object.keys(some)).join(','),
    },
    write: { type: 'boolean', default: false },
    ...EFFORT_OPTIONS,
  },
});
const effort = effortOf(values);
const chosen = values.only.split(',');
const isChosen = ([name]: readonly [string, unknown]): boolean => chosen.includes(name);
const loadBefore = loadavg()[0] ?? 0;
const sections: Section[] = [];

const tell = (section: Section): void => {
  sections.push(section);
  console.log(`${section.title}\n${section.lines}\n`);
};

const runIn = async (parts: Readonly<Record<string, InStore>>, isTenant: boolean): Promise<void> => {
  const wanted = Object.entries(parts).filter(isChosen);
  if (wanted.length === 0) return;
  const store = await prepareStore({ isTenant });
  try {
    for (const [, part] of wanted) tell(await part(store, effort));
  } finally {
    await store.dispose();
  }
};

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${LOAD_GENERATOR}`,
);
console.log(effortLine(effort));
await runIn(IN_SMALL, false);
await runIn(IN_TENANT, true);
for (const [, part] of Object.entries(ALONE).filter(isChosen)) tell(await part());
console.log(goalTable(sections.flatMap(({ goals }) => goals)));
if (values.write) writeBenchmarks(machineLine(effortLine(effort), loadBefore), sections);
