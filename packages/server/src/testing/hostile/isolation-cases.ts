import { allOperations, type Operation } from '@govgate/adapter-http';
import type { OperationSample } from '../samples/operation-sample.js';
import { sampleOf } from '../samples/send-sample.js';
import { hiddenId } from '../worlds/neighbour-world.js';
import { OTHER_TENANT, PRODUCTION, STAGING, TEAM, TENANT } from '../worlds/world.js';
import type { IdPosition } from './id-positions.js';
import { aboutHidden, type Caller, inOther, ofEnvironment, VANTAGES, type Vantage } from './vantages.js';

const guarded = allOperations.filter(({ permission }) => permission !== 'public');

/** One call about something that exists out of reach; its answer must equal that about something absent. */
export interface IsolationCase {
  readonly vantage: string;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly sample: OperationSample;
  readonly position: IdPosition;
  readonly present: string;
  readonly outside: boolean;
}

/** Query parameters that name a record and that no sample sends, each with a sample's id for which a hidden record exists. */
const ID_FILTERS: Readonly<Record<string, string>> = {
  actor_id: 'ada',
  agent_id: 'agent_active',
  client_surface_id: 'cs_active',
  credential_binding_id: 'cb_approved',
  resource_id: 'pv_new',
  source_id: 'srv_live',
  subject_id: 'operators',
  user_id: 'vic',
};

/** What somebody can ask about ids: every operation, every place of an id. */
export const casesOf = ({ name, who, sees, positions, present, outside }: Vantage): IsolationCase[] =>
  guarded.flatMap((operation) => {
    const caller = who(operation);
    if (caller === undefined) return [];
    return samplesOf(operation)
      .map(sees)
      .flatMap((sample) =>
        positions(operation, sample).map((position) => ({
          vantage: name,
          operation,
          caller,
          sample,
          position,
          present: present(position.id),
          outside: outside === true,
        })),
      );
  });

/** Who names which unrelated scope. */
const FOREIGN_SCOPES: readonly (readonly [Caller, 'tenant_id' | 'environment_id', string])[] = [
  ['foreign', 'tenant_id', TENANT],
  ['admin', 'tenant_id', OTHER_TENANT],
  ['viewer', 'tenant_id', OTHER_TENANT],
  ['otherTeam', 'tenant_id', OTHER_TENANT],
  ['nobody', 'tenant_id', OTHER_TENANT],
  ['disabled', 'tenant_id', OTHER_TENANT],
  ['none', 'tenant_id', OTHER_TENANT],
  ['staging', 'environment_id', PRODUCTION],
  ['narrowed', 'environment_id', PRODUCTION],
  ['viewer', 'environment_id', STAGING],
  ['otherTeam', 'environment_id', STAGING],
  ['nobody', 'environment_id', PRODUCTION],
  ['disabled', 'environment_id', PRODUCTION],
  ['none', 'environment_id', PRODUCTION],
];

/** Calls that name a scope unrelated to the caller. */
export const scopeCases = (): IsolationCase[] =>
  FOREIGN_SCOPES.flatMap(([caller, name, id]) =>
    guarded.flatMap((operation) => {
      const sample = aboutHidden(sampleOf(operation));
      const part = name in sample.query ? 'query' : 'body';
      if (sample[part]?.[name] === undefined) return [];
      return {
        vantage: `${caller} naming a foreign ${name}`,
        operation,
        caller,
        sample,
        position: { part, path: [name], id },
        present: id,
        outside: caller !== 'disabled' && caller !== 'none' && ofEnvironment(operation),
      };
    }),
  );

/** For each kind of resource on which a role can be granted, production's id for the sample's. */
export const GRANTABLE: readonly (readonly [string, string])[] = [
  ['agent', 'agent_active'],
  ['client_surface', 'cs_active'],
  ['credential_binding', 'cb_approved'],
  ['data_plane', 'dp_heard'],
  ['local_identity', 'operators'],
  ['mcp_server', 'srv_live'],
  ['policy', 'pv_draft'],
  ['role_binding', 'rb_sample'],
  ['session', 'sess_1'],
  ['siem_webhook', 'dst_tested'],
];

/** Who grants on a resource of production that they may know nothing about, and the environment that they name. */
const GRANTORS: readonly (readonly [Caller, string | null])[] = [
  ['staging', STAGING],
  ['staging', PRODUCTION],
  ['staging', null],
  ['narrowed', STAGING],
  ['narrowed', null],
  ['otherTeam', PRODUCTION],
  ['otherResource', PRODUCTION],
  ['team', STAGING],
  ['viewer', STAGING],
  ['auditor', PRODUCTION],
  ['nobody', PRODUCTION],
];

/** Roles that are granted, or previewed, on single resources out of reach. */
export const grantCases = (): IsolationCase[] =>
  guarded
    .filter(({ id }) => id === 'createRoleBinding' || id === 'previewRoleBinding')
    .flatMap((operation) =>
      GRANTORS.flatMap(([caller, environment_id]) =>
        GRANTABLE.map(([resource_type, id]): IsolationCase => {
          const present = hiddenId(id);
          const scope = { scope_type: 'resource', environment_id, resource_type, resource_id: present };
          const sample = sampleOf(operation);
          return {
            vantage: `${caller} granting on a ${resource_type} of ${environment_id ?? 'any environment'}`,
            operation,
            caller,
            sample: { ...sample, body: { ...sample.body, scope } },
            position: { part: 'body', path: ['scope', 'resource_id'], id: present },
            present,
            outside: false,
          };
        }),
      ),
    );

/** Filters by the owning team, used by those who may see nothing of that team. */
export const teamCases = (): IsolationCase[] =>
  (['otherTeam', 'otherResource', 'viewer', 'nobody'] as const).flatMap((caller) =>
    guarded
      .filter((operation) => queryNames(operation).includes('owner_team'))
      .map((operation) => {
        const request = { params: {}, query: { ...scopeIn(sampleOf(operation).query), owner_team: TEAM } };
        return {
          vantage: `${caller} asking for a team`,
          operation,
          caller,
          // The viewer sees every team where they are a viewer.
          sample: caller === 'viewer' ? inOther(request) : request,
          position: { part: 'query', path: ['owner_team'], id: TEAM },
          present: TEAM,
          outside: false,
        };
      }),
  );

/** Calls with the cursor of a list that the caller may not read, each with the query of the list's first page. */
export interface CursorCase {
  readonly vantage: string;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly cursorName: string;
  readonly first: Readonly<Record<string, string>>;
  readonly theirs: Readonly<Record<string, string>>;
}

/** Every paged list, continued by everybody out of its reach with the cursor that its own admin got. */
export const cursorCases = (): CursorCase[] =>
  guarded.flatMap((operation) => {
    const names = queryNames(operation);
    const cursorName = names.find((name) => name === 'cursor' || name === 'page_token');
    const limitName = names.find((name) => name === 'limit' || name === 'page_size');
    if (cursorName === undefined || limitName === undefined) return [];
    const { query } = sampleOf(operation);
    const first = { ...scopeIn(query), ...requiredIn(operation, query), [limitName]: '1' };
    return VANTAGES.flatMap(({ name, who, sees }) => {
      const caller = who(operation);
      if (caller === undefined) return [];
      const theirs = { ...sees({ params: {}, query: first }).query };
      return { vantage: name, operation, caller, cursorName, first, theirs };
    });
  });

/** An operation's sample, and one more for each filter by id that it can take. */
const samplesOf = (operation: Operation): readonly OperationSample[] => {
  const sample = sampleOf(operation);
  const filters = queryNames(operation).filter((name) => ID_FILTERS[name] !== undefined);
  return [sample, ...filters.map((name) => ({ params: {}, query: filterOf(operation, sample, name) }))];
};

const filterOf = (
  operation: Operation,
  { query }: OperationSample,
  name: string,
): Readonly<Record<string, string>> => ({
  ...scopeIn(query),
  ...requiredIn(operation, query),
  [name]: ID_FILTERS[name] ?? '',
});

/** The scope out of a query. */
const scopeIn = (query: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => /^(tenant|environment)_id$/.test(name)));

/** What of a query cannot be left out. */
const requiredIn = (
  operation: Operation,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const entries = (operation.query as { entries?: Record<string, { readonly type: string }> }).entries ?? {};
  return Object.fromEntries(Object.entries(query).filter(([name]) => entries[name]?.type !== 'optional'));
};

/** The names that an operation's query can have. */
const queryNames = ({ query }: Operation): readonly string[] =>
  Object.keys((query as { entries?: object }).entries ?? {});
