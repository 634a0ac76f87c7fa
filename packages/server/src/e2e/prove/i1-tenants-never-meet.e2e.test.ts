import { randomBytes } from 'node:crypto';
import type { Operation } from '@govgate/adapter-http';
import { type AnyKind, type GovernanceStore, roleBindingKind, type TokenSealer } from '@govgate/ports';
import { createMemoryStore, type MemoryData } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { withId } from '../../testing/hostile/id-positions.js';
import {
  type CursorCase,
  casesOf,
  cursorCases,
  GRANTABLE,
  grantCases,
  type IsolationCase,
  scopeCases,
  teamCases,
} from '../../testing/hostile/isolation-cases.js';
import { type Caller, ofEnvironment, VANTAGES } from '../../testing/hostile/vantages.js';
import { tellProof } from '../../testing/proof-record.js';
import type { OperationSample } from '../../testing/samples/operation-sample.js';
import { sampleOf, sendSample } from '../../testing/samples/send-sample.js';
import type { Answered } from '../../testing/test-service.js';
import { MemoryWorlds } from '../../testing/worlds/memory-worlds.js';
import {
  fillNeighbourWorld,
  KNOWN_IDS,
  type NeighbourTokens,
  type NeighbourWorld,
} from '../../testing/worlds/neighbour-world.js';

/** An id that nobody has, as long as another one, so that even the length of an answer reveals nothing. */
const absentId = (like: string): string =>
  `x${randomBytes(like.length).toString('hex')}`.slice(0, like.length);

const ASIDE = new Set(['date', 'x-request-id', 'etag', 'content-length', 'keep-alive', 'connection']);

const told = (answer: Answered, id: string): { status: number; headers: string[]; text: string } => ({
  status: answer.status,
  headers: [...answer.headers].filter(([name]) => !ASIDE.has(name)).map((pair) => pair.join(': ')),
  text: answer.text
    .replaceAll(wholeId(id), '<id>')
    .replaceAll(answer.headers.get('x-request-id') ?? '', '<request>')
    .replace(/\b(evt|rev|sub|snap|rb|req)_[0-9a-f]{32}\b/g, '<minted>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]{12}Z/g, '<time>')
    .replace(/"staleSeconds":\d+/g, '<seconds>')
    .replace(/sha256:[0-9a-f]{64}|"[0-9a-f]{16,64}"/g, '<hash>'),
});

// Short ids also occur inside words.
const wholeId = (id: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9._:-])${id.replace(/[.|]/g, '\\$&')}(?![A-Za-z0-9_-])`, 'g');

/**
 * What a record of a scope is to somebody without any grant there. Asked for by name, because each layer refuses on its own: a
 * check that is lost where a record is loaded still leaves `permission_denied`, present and absent alike, which no comparison
 * of the two would tell.
 */
const OUTSIDE = ['not_found', 'scope_forbidden'];

/** An address whose 600 calls of a minute named nobody is answered 429, which reveals nothing about what was asked for. */
const MOST_UNKNOWN = 500;

describe('I1: tenants, environments and teams never meet', () => {
  let world: NeighbourWorld;
  let unknown = 0;
  let worlds: MemoryWorlds<NeighbourTokens>;

  const renew = async (): Promise<void> => {
    await world?.service.stop();
    unknown = 0;
    const { service, world: tokens } = await worlds.open();
    world = { service, tokens };
  };

  const sound = new MemoryWorlds(fillNeighbourWorld);

  beforeEach(async () => {
    worlds = sound;
    await renew();
  });

  after(() => world.service.stop());

  const send = async (operation: Operation, who: Caller, sample: OperationSample): Promise<Answered> => {
    const token = who === 'none' ? undefined : world.tokens[who];
    const answer = await sendSample(world.service.call, operation, token, sample);
    if (who === 'none' || who === 'disabled') unknown += 1;
    if ((operation.audited !== undefined && answer.status < 300) || unknown === MOST_UNKNOWN) await renew();
    return answer;
  };

  /** Asks about existing and absent things; returns how the answers differ. */
  const difference = async (one: IsolationCase): Promise<string | undefined> => {
    const { operation, caller, sample, position, present } = one;
    const absent = absentId(present);
    const answer = await send(operation, caller, withId(sample, position, present));
    const there = told(answer, present);
    const nowhere = told(await send(operation, caller, withId(sample, position, absent)), absent);
    const place = `${one.vantage}: ${operation.id} ${position.part}.${position.path.join('.')}`;
    if (JSON.stringify(there) !== JSON.stringify(nowhere))
      return `${place}: ${there.status} ${there.text} / ${nowhere.status} ${nowhere.text}`;
    return one.outside && !OUTSIDE.includes(answer.json.reasonCode) ? `${place}: ${there.text}` : undefined;
  };

  const differences = async (cases: readonly IsolationCase[]): Promise<string[]> => {
    const found: string[] = [];
    for (const one of cases) {
      const differs = await difference(one);
      if (differs !== undefined) found.push(differs.slice(0, 500));
    }
    return found;
  };

  const foreignCursor = async (one: CursorCase): Promise<string | undefined> => {
    const { operation, caller, cursorName, first, theirs } = one;
    const { params } = sampleOf(operation);
    const page = await send(operation, 'admin', { params, query: first });
    const cursor = /"(?:next_?(?:cursor|page_?token))":"([^"]+)"/i.exec(page.text)?.[1];
    if (cursor === undefined) return `${operation.id} has no second page`;
    const continued = (token: string) =>
      send(operation, caller, { params, query: { ...theirs, [cursorName]: token } });
    const answer = await continued(cursor);
    const place = `${one.vantage}: ${operation.id} ${answer.status}`;
    // Somebody who may read only a part of this list continues after the position; what they may not see stays hidden.
    if (answer.status === 200 && theirs.tenant_id === first.tenant_id && inScopeOf(one)) {
      // The tenant's own records are visible to its admin from every environment.
      if (caller === 'admin' && !ofEnvironment(operation)) return undefined;
      return [...KNOWN_IDS].some((id) => answer.text.includes(`"${id}.hidden"`)) ? place : undefined;
    }
    const nowhere = await continued(absentId(cursor));
    return JSON.stringify(told(answer, cursor)) === JSON.stringify(told(nowhere, cursor)) ? undefined : place;
  };

  const callOf = ({ caller, operation, sample, position, present }: IsolationCase): string =>
    JSON.stringify([caller, operation.id, withId(sample, position, present), position]);

  it('asks no question twice', () => {
    const requests = [...VANTAGES.flatMap(casesOf), ...teamCases(), ...scopeCases(), ...grantCases()].map(
      callOf,
    );
    expect(requests.filter((call, i) => requests.indexOf(call) !== i)).to.deep.equal([]);
  });

  it('answers about what is out of reach as about what is absent, in every operation, for everybody', async function () {
    this.timeout(240_000);
    const cases = [...VANTAGES.flatMap(casesOf), ...teamCases()];
    const found = await differences(cases);
    tellProof({
      id: 'I1',
      what: 'operation × caller × id position',
      trials: cases.length,
      broken: found.length,
    });
    expect(found).to.deep.equal([]);
    expect(cases.length).to.be.greaterThan(900);
  });

  it('answers about a tenant or environment out of reach as about an absent one', async function () {
    this.timeout(240_000);
    const cases = scopeCases();
    const found = await differences(cases);
    tellProof({ id: 'I1', what: 'operation × foreign scope', trials: cases.length, broken: found.length });
    expect(found).to.deep.equal([]);
    expect(cases.length).to.be.greaterThan(400);
  });

  it('says the same about a resource out of reach as about an absent one, to whoever grants a role on it', async function () {
    this.timeout(120_000);
    const cases = grantCases();
    expect(GRANTABLE.filter(([, id]) => !KNOWN_IDS.has(id))).to.deep.equal([]);
    const found = await differences(cases);
    tellProof({ id: 'I1', what: 'grantor × foreign resource', trials: cases.length, broken: found.length });
    expect(found).to.deep.equal([]);
    expect(cases.length).to.be.greaterThan(200);
  });

  const foreignCursors = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const one of cursorCases()) {
      const differs = await foreignCursor(one);
      if (differs !== undefined) found.push(differs);
    }
    return found;
  };

  it('returns nothing for the cursor of a list that the caller may not read', async function () {
    this.timeout(60_000);
    const found = await foreignCursors();
    const trials = cursorCases().length;
    tellProof({ id: 'I1', what: 'foreign cursors', trials, broken: found.length });
    expect(found).to.deep.equal([]);
    expect(trials).to.be.greaterThan(60);
  });

  it('detects a store whose reads forget the tenant', async function () {
    this.timeout(60_000);
    worlds = new MemoryWorlds(fillNeighbourWorld, forgetsTenant);
    await renew();
    const found = await differences(VANTAGES.slice(0, 1).flatMap(casesOf));
    expect(found.length).to.be.greaterThan(20);
  });

  it('detects grants that have lost their environment', async function () {
    this.timeout(120_000);
    worlds = new MemoryWorlds(fillNeighbourWorld, widensGrants);
    await renew();
    const found = await differences(
      scopeCases().filter(({ caller }) => caller === 'staging' || caller === 'viewer'),
    );
    expect(found.length).to.be.greaterThan(50);
  });

  it('detects unsigned cursors', async function () {
    this.timeout(60_000);
    // As if the sealer were a different one: use cases keep the one that they were created with.
    Object.assign(world.service.ports.pageTokens, UNSIGNED);
    expect((await foreignCursors()).length).to.be.greaterThan(5);
  });
});

/** Whether a cursor is used in the scope for which it was issued. */
const inScopeOf = ({ first, theirs }: CursorCase): boolean => first.environment_id === theirs.environment_id;

/** A store that finds a record by its id alone. */
const forgetsTenant = (data: MemoryData): GovernanceStore => {
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

/** A store whose role bindings all come back as bindings for the whole tenant. */
const widensGrants = (data: MemoryData): GovernanceStore => {
  const good = createMemoryStore({ data });
  const page = async (kind: AnyKind, scope: object, query: object) => {
    const found = await good.records.page(kind, scope as never, query as never);
    if (kind !== roleBindingKind) return found;
    const items = found.items.map(({ record, version }) => ({
      record: { ...(record as object), scope: { scopeType: 'tenant' } },
      version,
    }));
    return { ...found, items };
  };
  return { ...good, records: { ...good.records, page: page as GovernanceStore['records']['page'] } };
};

/** Page tokens that anybody can write and that continue any query. */
const UNSIGNED: TokenSealer = {
  seal: (_, text) => Buffer.from(text).toString('base64url'),
  open: (_, token) => {
    const text = Buffer.from(token, 'base64url').toString('utf8');
    return text.startsWith('[') ? text : undefined;
  },
};
