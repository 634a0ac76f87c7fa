import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createClient,
  etagOf,
  type GovgateClient,
  GovgateError,
  type Identity,
  type Reach,
} from '@govgate/client';
import { ROLES, type Role } from '@govgate/domain';
import { userOf } from '@govgate/domain/testing';
import { roleBindingKind, userKind } from '@govgate/ports';
import { bundleAppForNode } from '../../../../../tools/build/build-console.js';
import { IS_PROOF } from '../proof-record.js';
import { SAMPLE_RECORDS } from '../samples/operation-samples.js';
import type { TestService } from '../test-service.js';
import {
  importedBinding,
  makeWorld,
  PRODUCTION,
  putRecords,
  TEAM,
  TENANT,
  tokenFor,
} from '../worlds/world.js';

// The console's own code, as far as it is used here: its types are those of a browser, which cannot be combined with those of Node.
interface Api {
  readonly client: GovgateClient;
}
interface Field {
  readonly name: string;
  readonly initial?: string;
  readonly isRequired?: boolean;
  readonly values?: readonly string[];
}
type Values = Readonly<Record<string, string>>;
interface Sending {
  readonly ifMatch?: object;
  readonly idempotencyKey: string;
  readonly correlationId: string;
}
export interface Change {
  readonly action: string;
  readonly label: string;
  readonly fields: (record: unknown) => readonly Field[];
  readonly send: (sent: {
    readonly client: GovgateClient;
    readonly record: unknown;
    readonly values: Values;
    readonly options: Sending;
  }) => Promise<unknown>;
}
interface ListDef {
  readonly path: string;
  readonly idOf: (item: unknown) => string;
  readonly ask: (
    client: GovgateClient,
    query: object,
    options: { signal: AbortSignal },
  ) => Promise<{ readonly items: readonly unknown[] }>;
  readonly creates?: (api: Api) => readonly Change[];
}
export interface RecordDef {
  readonly read: (client: GovgateClient, id: string, options: object) => Promise<object>;
  readonly actionsOf: (record: unknown) => readonly string[];
  readonly changes: (record: unknown, api: Api) => readonly Change[];
}
interface ResourcePage {
  readonly list: ListDef;
  readonly record: RecordDef;
}

/** Where the console declares what it lists, and by which name. */
const LISTED_PAGES = [
  ['pages/policies/policies.tsx', 'policies'],
  ['pages/sessions/sessions.tsx', 'sessions'],
  ['pages/mcp-servers/mcp-servers.tsx', 'mcpServers'],
  ['pages/agents/agents.tsx', 'agents'],
  ['pages/surfaces/surfaces.tsx', 'surfaces'],
  ['pages/bindings/bindings.tsx', 'bindings'],
  ['pages/data-planes/data-planes.tsx', 'dataPlanes'],
  ['pages/destinations/destinations.tsx', 'destinations'],
  ['pages/access/people.tsx', 'user'],
  ['pages/access/people.tsx', 'serviceAccount'],
  ['pages/access/groups.tsx', 'group'],
  ['pages/access/role-bindings.tsx', 'roleBinding'],
  ['pages/access/tokens.tsx', 'token'],
  ['pages/access/access-reviews.tsx', 'accessReview'],
] as const;

const FOLDER = mkdtempSync(join(tmpdir(), 'govgate-console-app-'));
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

/** Modules of the console's own code, by their paths; what they share is one. */
await bundleAppForNode(FOLDER, [
  'state/api.ts',
  'parts/offered-of.ts',
  ...LISTED_PAGES.map(([path]) => path),
  'pages/access/decide-items.tsx',
  'pages/reviews/approval.tsx',
  'pages/mcp-servers/submission.tsx',
]);
export const load = <T>(path: string): Promise<T> =>
  import(pathToFileURL(join(FOLDER, path.replace(/\.tsx?$/, '.mjs'))).href) as Promise<T>;

const { makeApi } = await load<{
  makeApi: (caller: {
    readonly client: GovgateClient;
    readonly me: Identity;
    readonly environment: string;
    readonly reach: Reach;
  }) => Api;
}>('state/api.ts');
const { offeredOf } = await load<{
  offeredOf: (changes: readonly Change[], actions: readonly string[]) => readonly Change[];
}>('parts/offered-of.ts');

/** Who looks: each role over the environment, the tenant's administrators, a team's, another environment's, and nobody. */
export interface Looker {
  readonly name: string;
  readonly api: Api;
}

export type Tokens = Readonly<Record<string, string>>;

/** A world with a person for each role. */
export const fillWithRoles = async ({ ports }: TestService): Promise<Tokens> => {
  const people = await makeWorld(ports);
  const { admin, team, staging, nobody } = people;
  await putRecords(ports, TENANT, [...SAMPLE_RECORDS, ...ROLES.flatMap(holderOf)]);
  const tokens: Record<string, string> = { admin, team, staging, nobody };
  for (const role of ROLES) tokens[role] = await tokenFor(ports, { subjectId: `only_${role}` });
  return tokens;
};

/** What the console knows of somebody once they have signed in. */
export const lookerOf = async ({ url }: TestService, name: string, token: string): Promise<Looker> => {
  const options = { baseUrl: url, token, tenantId: TENANT, environmentId: PRODUCTION, attempts: 1 };
  const client = createClient(options);
  const me: Identity = await client.readIdentity();
  const reach = await client.readReach({ environment_id: PRODUCTION });
  return { name, api: makeApi({ client, me, environment: PRODUCTION, reach }) };
};

/** Everything that the console offers of one kind of record, with the types erased. */
export interface Offering {
  readonly path: string;
  readonly ids: (admin: Looker) => Promise<readonly string[]>;
  /** The record as an administrator sees it, to see whether an attempt had an effect. */
  readonly asItIs: (admin: Looker, id: string) => Promise<string>;
  /** What is offered to somebody on a record, and how each change is sent. */
  readonly ofRecord: (looker: Looker, admin: Looker, id: string) => Promise<readonly Offer[]>;
  readonly ofList: (looker: Looker, admin: Looker) => readonly Offer[];
}

export interface Offer {
  readonly label: string;
  readonly isOffered: boolean;
  /** The API's answer to the attempt. */
  readonly attempt: () => Promise<number>;
}

/** A page's declaration, as an offering. */
export const offering = ({ list, record }: ResourcePage): Offering => ({
  path: list.path,
  ids: async ({ api }) => {
    const { items } = await list.ask(api.client, {}, { signal: never() });
    const alike = new Map<string, number>();
    const ids: string[] = [];
    for (const id of items.map(list.idOf)) {
      const kind = kindOf(await record.read(api.client, id, {}), record);
      const seen = alike.get(kind) ?? 0;
      alike.set(kind, seen + 1);
      if (seen < ALIKE) ids.push(id);
    }
    return ids;
  },
  asItIs: async ({ api }, id) => JSON.stringify(await record.read(api.client, id, {}), unlessItTicks),
  ofRecord: async (looker, admin, id) => {
    const known = await record.read(admin.api.client, id, {});
    const seen = await readOr(() => record.read(looker.api.client, id, {}));
    const changes = record.changes(known, admin.api);
    const offered =
      seen === undefined ? [] : offeredOf(record.changes(seen, looker.api), record.actionsOf(seen));
    return changes.map((change) => offerOf(change, offered, looker, known));
  },
  ofList: (looker, admin) => {
    const offered = list.creates?.(looker.api) ?? [];
    return (list.creates?.(admin.api) ?? []).map((change) => offerOf(change, offered, looker, undefined));
  },
});

/** Leaves out how long a data plane has been behind: between two reads, it becomes a second more. */
const unlessItTicks = (field: string, value: unknown): unknown =>
  field === 'staleSeconds' ? undefined : value;

/** This many records are examined per state. */
const ALIKE = IS_PROOF ? 2 : 1;

// What an administrator may do with it shows its state, and its scope who else may.
const kindOf = (known: object, record: RecordDef): string =>
  JSON.stringify([record.actionsOf(known), 'scope' in known ? known.scope : null]);

/** A page of a resource, or a part of the page of access. */
const pageIn = async (path: string, name: string): Promise<ResourcePage> => {
  const module = await load<Readonly<Record<string, unknown>>>(path);
  return name in module
    ? (module[name] as ResourcePage)
    : ({ list: module[`${name}List`], record: module[`${name}Record`] } as ResourcePage);
};

/** Everything that the console lists, with buttons. */
export const LISTED: readonly Offering[] = (
  await Promise.all(LISTED_PAGES.map(([path, name]) => pageIn(path, name)))
).map(offering);

const offerOf = (
  change: Change,
  offered: readonly Change[],
  { api }: Looker,
  record: object | undefined,
): Offer => {
  const own = offered.find(({ label }) => label === change.label);
  const sent = own ?? change;
  return {
    label: change.label,
    isOffered: own !== undefined,
    attempt: () =>
      statusOf(() =>
        sent.send({
          client: api.client,
          record,
          values: filled(sent.fields(record)),
          options: {
            ...(record === undefined || etagOf(record) === undefined ? {} : { ifMatch: record }),
            idempotencyKey: `try-${randomBytes(8).toString('hex')}`,
            correlationId: 'try',
          },
        }),
      ),
  };
};

/** Whether somebody's token is still valid. */
export const isStillIn = async ({ api }: Looker): Promise<boolean> =>
  (await statusOf(() => api.client.readIdentity())) === 200;

/** Fills a form as a permitted person would. */
const filled = (fields: readonly Field[]): Values => ({
  ...Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial])),
  ...Object.fromEntries(
    fields
      .filter(({ name, initial = '', isRequired }) => initial === '' && (isRequired || ONE_OF.includes(name)))
      .map(({ name, values }) => [name, values?.[0] ?? FILLED[name] ?? 'sample']),
  ),
  reason_code: 'sample',
  reason: 'A sample',
});

/** Fields of which one must be filled, so that none is required. */
const ONE_OF = ['reviewers'];

const FILLED: Readonly<Record<string, string>> = {
  team: TEAM,
  user_id: 'ada',
  subject_id: 'nob',
  role: 'viewer',
  reviewers: 'nob',
  from: '1',
  to: '1',
  endpoint: 'https://mcp.example/',
  docs_url: 'https://docs.example/',
  server_json: JSON.stringify({
    name: 'io.github.acme/weather',
    description: 'Forecasts',
    version: '1.0.0',
    remotes: [{ type: 'streamable-http', url: 'https://mcp.example/' }],
  }),
  destination_ref: 'dstref_sample_0001',
  endpoint_ref: 'epref_sample_0001',
  expires_at: '2099-01-01T00:00',
};

const never = (): AbortSignal => new AbortController().signal;

const statusOf = async (ask: () => Promise<unknown>): Promise<number> => {
  try {
    await ask();
    return 200;
  } catch (fault) {
    if (fault instanceof GovgateError) return fault.status;
    throw fault;
  }
};

const readOr = async <R>(read: () => Promise<R>): Promise<R | undefined> => {
  try {
    return await read();
  } catch (fault) {
    if (fault instanceof GovgateError && [403, 404].includes(fault.status)) return undefined;
    throw fault;
  }
};

const holderOf = (role: Role) => {
  const userId = `only_${role}`;
  return [
    { kind: userKind, record: userOf(userId) },
    {
      kind: roleBindingKind,
      record: importedBinding({
        bindingId: `rb_${userId}`,
        subject: { subjectType: 'user', subjectId: userId },
        role,
        scope: { scopeType: 'environment', environmentId: PRODUCTION },
      }),
    },
  ];
};
