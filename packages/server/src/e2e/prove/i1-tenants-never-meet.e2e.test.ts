import { randomBytes } from 'node:crypto';
import { allOperations, type Operation } from '@govgate/adapter-http';
import type { AnyKind, GovernanceStore } from '@govgate/ports';
import { createMemoryData, createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { personLacking } from '../../testing/expectations.js';
import { type IdPosition, idPositions, renamed, withId } from '../../testing/id-positions.js';
import {
  hiddenId,
  KNOWN_IDS,
  makeNeighbourWorld,
  type NeighbourTokens,
  type NeighbourWorld,
} from '../../testing/neighbour-world.js';
import type { OperationSample } from '../../testing/operation-sample.js';
import { tellProof } from '../../testing/proof-record.js';
import { sampleOf, sendSample } from '../../testing/send-sample.js';
import { OTHER_TENANT, PRODUCTION, STAGING, TENANT } from '../../testing/world.js';

const guarded = allOperations.filter(({ permission }) => permission !== 'public');

/** Somebody who must not learn whether a record is there, and the call they make. */
interface Vantage {
  readonly name: string;
  readonly who: (operation: Operation) => keyof NeighbourTokens | 'none' | undefined;
  readonly sees: (sample: OperationSample) => OperationSample;
  readonly positions: (operation: Operation, sample: OperationSample) => readonly IdPosition[];
}

const everyId = (_: Operation, sample: OperationSample): readonly IdPosition[] =>
  idPositions(sample, KNOWN_IDS);
// A body may name what lies in reach, so only what the call itself is about counts.
const asked = (operation: Operation, sample: OperationSample): readonly IdPosition[] =>
  everyId(operation, sample).filter(({ part }) => part !== 'body');
const ofEnvironment = ({ scope }: Operation): boolean => scope !== 'tenant' && scope !== 'none';
const inEnvironment =
  (positions: Vantage['positions']): Vantage['positions'] =>
  (operation, sample) =>
    ofEnvironment(operation) ? positions(operation, sample) : [];
const same = (sample: OperationSample): OperationSample => sample;
const hidden = new Map([...KNOWN_IDS].map((id) => [id, hiddenId(id)]));
const aboutHidden = (sample: OperationSample): OperationSample => renamed(sample, hidden);
const hiddenPositions = (_: Operation, sample: OperationSample): readonly IdPosition[] =>
  idPositions(sample, new Set(hidden.values())).filter(({ part }) => part !== 'body');

// Records of the tenant itself: its environments share them. A client surface's id is one of the tenant's, too, so creating
// one tells whether another environment has it.
const OF_THE_TENANT = new Set(['operators', 'deployer', 'rb_sample', 'vic', 'nob', 'ada', 'bea', 'cs_new']);

const VANTAGES: readonly Vantage[] = [
  {
    name: 'another tenant, in its own scope',
    who: () => 'foreign',
    sees: (sample) => renamed(sample, new Map([[TENANT, OTHER_TENANT]])),
    positions: everyId,
  },
  {
    name: 'another tenant, naming the scope',
    who: () => 'foreign',
    sees: aboutHidden,
    positions: hiddenPositions,
  },
  {
    name: 'the tenant’s admin, in another environment',
    who: () => 'admin',
    sees: (sample) => renamed(sample, new Map([[PRODUCTION, STAGING]])),
    positions: inEnvironment((operation, sample) =>
      everyId(operation, sample).filter(({ id }) => !OF_THE_TENANT.has(id)),
    ),
  },
  {
    name: 'an admin of another environment, naming the scope',
    who: () => 'staging',
    sees: aboutHidden,
    positions: inEnvironment(hiddenPositions),
  },
  {
    name: 'another owner team',
    who: () => 'otherTeam',
    sees: aboutHidden,
    positions: inEnvironment(hiddenPositions),
  },
  {
    name: 'a grant on another resource',
    who: () => 'otherResource',
    sees: aboutHidden,
    positions: inEnvironment(hiddenPositions),
  },
  {
    name: 'a caller who lacks the permission',
    who: personLacking,
    sees: aboutHidden,
    positions: hiddenPositions,
  },
  { name: 'a caller without grants', who: () => 'nobody', sees: aboutHidden, positions: hiddenPositions },
  { name: 'a disabled user', who: () => 'disabled', sees: same, positions: asked },
  { name: 'no token', who: () => 'none', sees: same, positions: asked },
];

interface Case {
  readonly vantage: string;
  readonly operation: Operation;
  readonly caller: string;
  readonly sample: OperationSample;
  readonly position: IdPosition;
}

const casesOf = ({ name, who, sees, positions }: Vantage): readonly Case[] =>
  guarded.flatMap((operation) => {
    const caller = who(operation);
    if (caller === undefined) return [];
    const sample = sees(sampleOf(operation));
    return positions(operation, sample).map((position) => ({
      vantage: name,
      operation,
      caller,
      sample,
      position,
    }));
  });

/** Calls that name a scope which the caller has nothing to do with. */
const scopeCases = (caller: string, name: string, id: string): readonly Case[] =>
  guarded.filter(ofEnvironment).flatMap((operation) => {
    const sample = aboutHidden(sampleOf(operation));
    const part = name in sample.query ? 'query' : 'body';
    if (sample[part]?.[name] !== id) return [];
    return [{ vantage: name, operation, caller, sample, position: { part, path: [name], id } }];
  });

/** An id that nobody has, as long as another one, so that even the length of an answer tells nothing. */
const absentId = (like: string): string =>
  `x${randomBytes(like.length).toString('hex')}`.slice(0, like.length);

const ASIDE = new Set(['date', 'x-request-id', 'etag', 'content-length', 'keep-alive', 'connection']);

const told = (
  answer: Awaited<ReturnType<typeof sendSample>>,
  id: string,
): { status: number; headers: string[]; text: string } => ({
  status: answer.status,
  headers: [...answer.headers].filter(([name]) => !ASIDE.has(name)).map((pair) => pair.join(': ')),
  text: answer.text
    .replaceAll(id, '<id>')
    .replaceAll(answer.headers.get('x-request-id') ?? '', '<request>')
    .replace(/\b(evt|rev|sub|snap|rb|req)_[0-9a-f]{32}\b/g, '<minted>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]{12}Z/g, '<time>')
    .replace(/sha256:[0-9a-f]{64}|"[0-9a-f]{16,64}"/g, '<hash>'),
});

describe('I1: tenants, environments and teams never meet', () => {
  let world: NeighbourWorld;
  let plant: () => GovernanceStore | undefined;

  const renew = async (): Promise<void> => {
    await world?.service.stop();
    world = await makeNeighbourWorld(plant());
  };

  beforeEach(() => {
    plant = () => undefined;
  });

  after(() => world.service.stop());

  const ask = async (operation: Operation, who: string, sample: OperationSample, id: string) => {
    const token = who === 'none' ? undefined : world.tokens[who as keyof NeighbourTokens];
    const answer = await sendSample(world.service.call, operation, token, sample);
    if (operation.audited !== undefined && answer.status < 300) await renew();
    return told(answer, id);
  };

  /** Asks about what is there and about what is not; gives what tells them apart. */
  const difference = async ({ operation, caller, sample, position }: Case): Promise<string | undefined> => {
    const present = hiddenId(position.id.replace('.hidden', ''));
    const absent = absentId(present);
    const there = await ask(operation, caller, withId(sample, position, present), present);
    const nowhere = await ask(operation, caller, withId(sample, position, absent), absent);
    if (JSON.stringify(there) === JSON.stringify(nowhere)) return undefined;
    return `${operation.id} ${position.part}.${position.path.join('.')}: ${there.status} ${there.text} / ${nowhere.status} ${nowhere.text}`;
  };

  const differences = async (vantages: readonly Vantage[]): Promise<{ tried: number; found: string[] }> => {
    await renew();
    const found: string[] = [];
    const cases = vantages.flatMap(casesOf);
    for (const one of cases) {
      const differs = await difference(one);
      if (differs !== undefined) found.push(`${one.vantage}: ${differs}`);
    }
    return { tried: cases.length, found };
  };

  it('answers about what is out of reach as about what is absent, in every operation, for everybody', async function () {
    this.timeout(120_000);
    const { tried, found } = await differences(VANTAGES);
    tellProof({ id: 'I1', what: 'operation × caller × id position', trials: tried, broken: found.length });
    expect(found.map((text) => text.slice(0, 500))).to.deep.equal([]);
    expect(tried).to.be.greaterThan(400);
  });

  it('answers about a tenant or environment out of reach as about one that is not there', async () => {
    await renew();
    const found: string[] = [];
    const cases = [
      ...scopeCases('foreign', 'tenant_id', TENANT),
      ...scopeCases('staging', 'environment_id', PRODUCTION),
    ];
    for (const { operation, caller, sample, position } of cases) {
      const absent = absentId(position.id);
      const there = await ask(operation, caller, sample, position.id);
      const nowhere = await ask(operation, caller, withId(sample, position, absent), absent);
      if (JSON.stringify(there) !== JSON.stringify(nowhere)) found.push(`${operation.id} ${position.path}`);
    }
    tellProof({ id: 'I1', what: 'operation × foreign scope', trials: cases.length, broken: found.length });
    expect(found).to.deep.equal([]);
    expect(cases.length).to.be.greaterThan(80);
  });

  it('gives another tenant nothing for a cursor of this one', async () => {
    await renew();
    const found: string[] = [];
    let tried = 0;
    for (const operation of guarded) {
      const sample = sampleOf(operation);
      const names = Object.keys((operation.query as { entries?: object }).entries ?? {});
      const cursorName = names.find((name) => name === 'cursor' || name === 'page_token');
      const limitName = names.find((name) => name === 'limit' || name === 'page_size');
      if (cursorName === undefined || limitName === undefined) continue;
      const query = Object.fromEntries(Object.entries(sample.query).filter(([key]) => /_id$/.test(key)));
      const first = await sendSample(world.service.call, operation, world.tokens.admin, {
        query: { ...query, [limitName]: '1' },
      });
      const cursor = /"(?:next_?(?:cursor|page_?token))":"([^"]+)"/i.exec(first.text)?.[1];
      if (cursor === undefined) continue;
      const theirs = renamed(
        { ...query, [limitName]: '1', [cursorName]: cursor },
        new Map([[TENANT, OTHER_TENANT]]),
      );
      const answer = await sendSample(world.service.call, operation, world.tokens.foreign, { query: theirs });
      tried += 1;
      if (answer.status !== 400 || answer.json.reasonCode !== 'invalid_cursor')
        found.push(`${operation.id} ${answer.status}`);
    }
    tellProof({ id: 'I1', what: 'foreign cursors', trials: tried, broken: found.length });
    expect(found).to.deep.equal([]);
    expect(tried).to.be.greaterThan(6);
  });

  it('finds a store whose reads forget the tenant', async function () {
    this.timeout(60_000);
    plant = forgetsTenant;
    const { found } = await differences(VANTAGES.slice(0, 1));
    expect(found.length).to.be.greaterThan(20);
  });
});

/** A store that finds a record by its id alone. */
const forgetsTenant = (): GovernanceStore => {
  const data = createMemoryData();
  const good = createMemoryStore({ data });
  const get = async (kind: AnyKind, scope: object, id: string) => {
    const own = await good.records.get(kind, scope as never, id);
    if (own !== undefined) return own;
    for await (const stored of good.records.all(kind))
      if (kind.idOf(stored.record as never) === id) return stored;
    return undefined;
  };
  return { ...good, records: { ...good.records, get: get as GovernanceStore['records']['get'] } };
};
