/**
 * `npm run bench`: each kind of work beside its limit and its floor, in interleaved rounds, as medians; in a small store, in the
 * world of a real tenant, beside writers and with many writers on one record; what a tenant's size costs every read; what is
 * held in memory; a long trail; MongoDB. Prints what falls short of its aim first. It measures and asserts nothing. `--only
 * read,start`, `--rounds 3`, `--seconds 3`, `--connections 50`; `--size 0.1` makes the worlds of a real tenant and the trail smaller,
 * for a look; `--write` writes docs/benchmarks/last-run.md.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Contest, type Effort, runContest } from './contest.js';
import { CONTESTS } from './contests.js';
import { gatewaySection } from './gateway-section.js';
import { growthSection } from './growth-section.js';
import { LOAD_GENERATOR } from './load.js';
import { mongoSection } from './mongo-section.js';
import { planesSection } from './planes-section.js';
import { type PreparedStore, prepareStore } from './prepared-store.js';
import { contestTable } from './print-table.js';
import { sizedTenant, type TenantSizes } from './real-tenant.js';
import { startSection } from './start-to-ready.js';
import { TENANT_CONTESTS } from './tenant-contests.js';
import { trailSection } from './trail-section.js';
import { goalTable, machineLine, type Section, writeBenchmarks } from './write-benchmarks.js';

type InStore = (store: PreparedStore, effort: Effort) => Promise<Section>;

const contestIn =
  (contest: (store: PreparedStore) => Promise<Contest>): InStore =>
  async (store, effort) => {
    const own = await contest(store);
    const rows = await runContest(own, effort);
    return { title: own.title, lines: contestTable(rows), goals: own.goals?.(rows) ?? [] };
  };

const contestsIn = (contests: typeof CONTESTS): [string, InStore][] =>
  Object.entries(contests).map(([name, contest]) => [name, contestIn(contest)]);

const IN_SMALL: Readonly<Record<string, InStore>> = Object.fromEntries(contestsIn(CONTESTS));
const IN_TENANT: Readonly<Record<string, InStore>> = {
  ...Object.fromEntries(contestsIn(TENANT_CONTESTS)),
  start: startSection,
};
const ALONE: Readonly<
  Record<string, (how: { readonly effort: Effort; readonly size: number }) => Promise<Section>>
> = {
  gateway: gatewaySection,
  growth: growthSection,
  planes: planesSection,
  trail: trailSection,
  mongo: mongoSection,
};

const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default: [IN_SMALL, IN_TENANT, ALONE].flatMap((some) => Object.keys(some)).join(','),
    },
    size: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '50' },
  },
});
const effort: Effort = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
};
const size = Number(values.size);
const chosen = values.only.split(',');
const isChosen = ([name]: readonly [string, unknown]): boolean => chosen.includes(name);
const loadBefore = loadavg()[0] ?? 0;
const sections: Section[] = [];

const tell = (section: Section): void => {
  sections.push(section);
  console.log(`${section.title}\n${section.lines}\n`);
};

const runIn = async (parts: Readonly<Record<string, InStore>>, tenant?: TenantSizes): Promise<void> => {
  const wanted = Object.entries(parts).filter(isChosen);
  if (wanted.length === 0) return;
  const store = await prepareStore(tenant);
  try {
    for (const [, part] of wanted) tell(await part(store, effort));
  } finally {
    await store.dispose();
  }
};

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${LOAD_GENERATOR}`,
);
const { rounds, seconds, connections } = effort;
const effortLine = `${rounds} rounds of ${seconds} s, ${connections} connections, medians\n`;
const how = `${effortLine}${size === 1 ? '' : `${size} of a real tenant's size\n`}`;
console.log(how);
await runIn(IN_SMALL);
await runIn(IN_TENANT, sizedTenant(size));
for (const [, part] of Object.entries(ALONE).filter(isChosen)) tell(await part({ effort, size }));
console.log(goalTable(sections.flatMap(({ goals }) => goals)));
if (values.write) writeBenchmarks(machineLine(how, loadBefore), sections);
