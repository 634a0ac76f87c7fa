import { createHash } from 'node:crypto';
import type { GovgateClient } from '@govgate/client';
import { canonicalJson, type Json } from '@govgate/domain';
import { type AppliedState, keptForm } from './applied-state.js';
import type { Change } from './change.js';
import { checkReferences } from './check-references.js';
import { type Applied, differenceOf, type Rules } from './difference.js';
import type { Files } from './read-files.js';
import type { DesiredResource, Live, Plain, PlanStep, ResourceKind } from './resource.js';
import { RESOURCE_KINDS } from './resource-kinds.js';

/** Options of `plan` besides the files. */
export interface PlanRequest {
  readonly overwrite: boolean;
  /** The kinds whose resources may be removed. */
  readonly prune: ReadonlySet<string>;
  /** In milliseconds since 1970: what has expired by then is not missing. */
  readonly now: number;
}

/** A change of one resource: its calls, and the state before. */
export interface PlannedChange {
  readonly kind: string;
  readonly id: string;
  readonly before: Plain | null;
  readonly after: Plain | null;
  /** Recorded as applied afterwards. */
  readonly rests: Plain | null;
  readonly steps: readonly PlanStep[];
}

export interface Conflict {
  readonly kind: string;
  readonly id: string;
  readonly fields: readonly string[];
  readonly because: string;
}

/** The steps that bring the service in line with the files. */
export interface Plan {
  /** The address of the service that it was made for. */
  readonly url: string;
  readonly tenant: string;
  /** The name under which the service keeps what was applied from these files. */
  readonly set: string;
  /** When something was last recorded there; a plan for another state is stale. */
  readonly basis: string | null;
  /** Additions and changes in dependency order, followed by removals in reverse order. */
  readonly changes: readonly PlannedChange[];
  readonly conflicts: readonly Conflict[];
  /** What is reported, and stays as it is. */
  readonly notes: readonly { readonly kind: string; readonly id: string; readonly note: string }[];
  /** What matches the files, and what is gone: recorded when the plan is applied. */
  readonly settled: readonly Settled[];
}

interface Settled {
  readonly key: string;
  readonly record: Plain | null;
}

/** The key of a resource in states and plans. */
export const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }): string =>
  `${kind} ${id}`;

interface PlanInput {
  readonly url: string;
  readonly files: Files;
  readonly state: AppliedState;
  readonly request: PlanRequest;
}

/**
 * Compares the files, the last applied state and the service.
 * @throws CommandFailure if the files refer to what is neither in them nor in the service
 */
export const makePlan = async (
  client: GovgateClient,
  { url, files, state, request }: PlanInput,
): Promise<Plan> => {
  await checkReferences(client, files.wanted);
  const found = await Promise.all(
    RESOURCE_KINDS.map(async (kind) => ({
      kind,
      changes: await changesOf(client, kind, { files, state, request }),
    })),
  );
  const all = found.flatMap(({ kind, changes }) => changes.map((change) => ({ kind: kind.kind, change })));
  const planned = all.flatMap(({ kind, change }) => (change.what === 'change' ? [{ kind, ...change }] : []));
  return {
    url,
    tenant: state.tenant,
    set: state.set,
    basis: state.recordedAt,
    changes: [
      ...planned.filter(({ after }) => after !== null),
      ...planned.filter(({ after }) => after === null).reverse(),
    ].map(({ what: _, ...change }) => change),
    conflicts: all.flatMap(({ kind, change }) =>
      change.what === 'conflict'
        ? [{ kind, id: change.id, fields: change.fields, because: change.because }]
        : [],
    ),
    notes: all.flatMap(({ kind, change }) =>
      change.what === 'left' ? [{ kind, id: change.id, note: change.note }] : [],
    ),
    settled: all.flatMap(({ kind, change }) => settledBy(kind, change, state)),
  };
};

/** A plan's identity: all of it, however it was written. */
export const digestOf = (plan: Plan): string =>
  createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(plan)) as Json))
    .digest('hex');

const settledBy = (kind: string, change: Change, { resources }: AppliedState): readonly Settled[] => {
  const key = keyOf({ kind, id: change.id });
  if (change.what !== 'nothing' && change.what !== 'gone') return [];
  const record = change.what === 'gone' ? change.rests : change.record;
  const before = resources.get(key);
  const isNoted =
    before?.pending === undefined && record !== null && sameText(before?.record, keptForm(record));
  return isNoted ? [] : [{ key, record }];
};

const sameText = (a: Plain | null | undefined, b: Plain): boolean => JSON.stringify(a) === JSON.stringify(b);

const changesOf = async (
  client: GovgateClient,
  kind: ResourceKind,
  { files: { wanted }, state: { resources }, request: { overwrite, prune, now } }: Omit<PlanInput, 'url'>,
): Promise<readonly Change[]> => {
  const desired = byId(wanted.filter((one) => one.kind === kind.kind));
  const applied = new Map<string, Applied>(
    [...resources]
      .filter(([key]) => key.startsWith(`${kind.kind} `))
      .map(([key, one]) => [key.slice(kind.kind.length + 1), one]),
  );
  const ids = new Set([...desired.keys(), ...applied.keys()]);
  if (ids.size === 0) return [];
  const there = await liveOf(client, kind, {
    ids,
    desired: [...desired.values()],
    applied: [...applied.values()],
  });
  const rules: Rules = { overwrite, prunes: prune.has(kind.kind), now };
  const changes: Change[] = [];
  for (const id of [...ids].sort()) {
    const sides = { applied: applied.get(id), wanted: desired.get(id), live: there.get(id) };
    const found = differenceOf({ kind, id }, sides, rules);
    const again = found.what === 'change' && sides.live !== undefined ? kind.again : undefined;
    changes.push(
      again === undefined || sides.live === undefined
        ? found
        : differenceOf({ kind, id }, { ...sides, live: await again(client, sides.live) }, rules),
    );
  }
  return kind.together?.(changes) ?? changes;
};

const byId = <T extends { readonly id: string }>(all: readonly T[]): Map<string, T> =>
  new Map(all.map((one) => [one.id, one]));

interface LiveQuery {
  readonly ids: ReadonlySet<string>;
  readonly desired: readonly DesiredResource[];
  readonly applied: readonly Applied[];
}

const liveOf = async (
  client: GovgateClient,
  kind: ResourceKind,
  { ids, desired, applied }: LiveQuery,
): Promise<Map<string, Live>> => {
  const records = [
    ...desired.map(({ record }) => record),
    ...applied.flatMap(({ record, pending }) => [record, pending]),
  ];
  const named = records.flatMap((record) => (record?.environment_id ? [String(record.environment_id)] : []));
  const environments = [...new Set(named)];
  const found: Live[] = [];
  for await (const live of kind.live(client, { ids, environments: environments.sort() })) found.push(live);
  return byId(found.filter(({ id }) => ids.has(id)));
};
