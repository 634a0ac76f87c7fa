import type { Operation } from '@govgate/adapter-http';
import { personLacking } from '../expectations.js';
import type { OperationSample } from '../samples/operation-sample.js';
import { hiddenId, KNOWN_IDS, type NeighbourTokens } from '../worlds/neighbour-world.js';
import { OTHER_TENANT, PRODUCTION, STAGING, TENANT } from '../worlds/world.js';
import { type IdPosition, idPositions, renamed } from './id-positions.js';

/** Somebody who calls, by the name of a token. */
export type Caller = keyof NeighbourTokens | 'none';

/** Somebody who must not learn whether a record exists, and their call. */
export interface Vantage {
  readonly name: string;
  readonly who: (operation: Operation) => Caller | undefined;
  /** The sample as they send it. */
  readonly sees: (sample: OperationSample) => OperationSample;
  readonly positions: (operation: Operation, sample: OperationSample) => readonly IdPosition[];
  /** The id of a record out of their reach that corresponds to the one in their call. */
  readonly present: (id: string) => string;
  /** They have no grant where they ask, so a record is absent and a list forbidden, whatever else is wrong. */
  readonly outside?: true;
}

const everyId: Vantage['positions'] = (_, sample) => idPositions(sample, KNOWN_IDS);
/** Whether an operation's scope is an environment. */
export const ofEnvironment = ({ scope }: Operation): boolean => scope !== 'tenant' && scope !== 'none';
const inEnvironment =
  (positions: Vantage['positions']): Vantage['positions'] =>
  (operation, sample) =>
    ofEnvironment(operation) ? positions(operation, sample) : [];
const hidden = new Map([...KNOWN_IDS].map((id) => [id, hiddenId(id)]));
const isHidden = new Set(hidden.values());
/** A sample about records that only one scope has. */
export const aboutHidden = (sample: OperationSample): OperationSample => renamed(sample, hidden);
/** A sample sent in the other environment. */
export const inOther = (sample: OperationSample): OperationSample =>
  renamed(sample, new Map([[PRODUCTION, STAGING]]));
const hiddenPositions: Vantage['positions'] = (_, sample) => idPositions(sample, isHidden);
const toItself = (id: string): string => id;

// Records of the tenant itself: its environments share them. A client surface is one too, and its id is the caller's choice, so
// creating one reveals whether another environment has the id (docs/adr/0012-readings-of-the-contract.md).
const OF_THE_TENANT = new Set(['operators', 'deployer', 'rb_sample', 'vic', 'nob', 'ada', 'bea', 'cs_new']);

export const VANTAGES: readonly Vantage[] = [
  {
    name: 'another tenant, in its own scope',
    who: () => 'foreign',
    sees: (sample) => renamed(sample, new Map([[TENANT, OTHER_TENANT]])),
    positions: everyId,
    present: hiddenId,
  },
  {
    name: 'another tenant, naming the scope',
    who: () => 'foreign',
    sees: aboutHidden,
    // Where no tenant can be named, the call equals the previous one.
    positions: (operation, sample) => (namesTenant(operation) ? hiddenPositions(operation, sample) : []),
    present: toItself,
    outside: true,
  },
  {
    name: 'the tenant’s admin, in another environment',
    who: () => 'admin',
    sees: inOther,
    positions: inEnvironment((operation, sample) =>
      everyId(operation, sample).filter(({ id }) => !OF_THE_TENANT.has(id)),
    ),
    present: hiddenId,
  },
  {
    name: 'an admin of another environment, naming the scope',
    who: () => 'staging',
    sees: aboutHidden,
    positions: inEnvironment(hiddenPositions),
    present: toItself,
    outside: true,
  },
  {
    name: 'an admin whose token is for another environment',
    who: () => 'narrowed',
    sees: aboutHidden,
    positions: inEnvironment(hiddenPositions),
    present: toItself,
    outside: true,
  },
  {
    name: 'an owner team, in another environment',
    who: () => 'team',
    sees: inOther,
    positions: inEnvironment(everyId),
    present: toItself,
    outside: true,
  },
  {
    name: 'a viewer, in another environment',
    who: () => 'viewer',
    sees: inOther,
    positions: inEnvironment(everyId),
    present: toItself,
    outside: true,
  },
  {
    name: 'another owner team',
    who: () => 'otherTeam',
    sees: aboutHidden,
    positions: inEnvironment(hiddenPositions),
    present: toItself,
  },
  {
    name: 'a grant on another resource',
    who: () => 'otherResource',
    sees: aboutHidden,
    positions: inEnvironment(hiddenPositions),
    present: toItself,
  },
  {
    name: 'a caller who lacks the permission',
    who: personLacking,
    sees: aboutHidden,
    positions: hiddenPositions,
    present: toItself,
  },
  {
    name: 'a caller without grants',
    who: () => 'nobody',
    sees: aboutHidden,
    positions: hiddenPositions,
    present: toItself,
  },
  {
    name: 'a disabled user',
    who: () => 'disabled',
    sees: aboutHidden,
    positions: hiddenPositions,
    present: toItself,
  },
  {
    name: 'no token',
    who: () => 'none',
    sees: aboutHidden,
    positions: hiddenPositions,
    present: toItself,
  },
];

const namesTenant = ({ scope }: Operation): boolean =>
  scope !== 'none' && scope !== 'environment' && scope !== 'path';
