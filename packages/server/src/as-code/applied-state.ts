import { etagOf, type GovgateClient, GovgateError } from '@govgate/client';
import { canonicalHash, type Json, sha256Hex } from '@govgate/domain';
import type { Applied } from './difference.js';
import type { Plain } from './resource.js';

/** What was last applied from a set of files, as the service keeps it. */
export interface AppliedState {
  readonly tenant: string;
  readonly set: string;
  /** Null: nothing was ever recorded. */
  readonly recordedAt: string | null;
  readonly etag: string | null;
  /** The plan that was applied last. */
  readonly planDigest: string | null;
  /** By `<kind> <id>`. */
  readonly resources: ReadonlyMap<string, Applied>;
}

/** Reads what was last applied from a set. */
export const readApplied = async (client: GovgateClient, set: string): Promise<AppliedState> => {
  const { tenant_id: tenant } = await client.readIdentity();
  const found = await client.readAppliedSet({ set_id: set, tenant_id: tenant }).catch((fault: unknown) => {
    if (fault instanceof GovgateError && fault.reasonCode === 'not_found') return undefined;
    throw fault;
  });
  if (found === undefined)
    return { tenant, set, recordedAt: null, etag: null, planDigest: null, resources: new Map() };
  const resources = found.resources.map(({ kind, id, applied, pending }): [string, Applied] => [
    `${kind} ${id}`,
    {
      record: applied as Plain | null,
      ...(pending === undefined ? {} : { pending: pending as Plain | null }),
    },
  ]);
  return {
    tenant,
    set,
    recordedAt: found.recorded_at,
    etag: etagOf(found) ?? null,
    planDigest: found.plan_digest,
    resources: new Map(resources),
  };
};

/** Records what was applied, if nobody has recorded anything since the state was read. */
export const recordApplied = async (
  client: GovgateClient,
  state: AppliedState,
  correlationId?: string,
): Promise<AppliedState> => {
  const { tenant, set, etag, planDigest } = state;
  const resources = [...state.resources].map(([key, { record, pending }]) => ({
    kind: key.slice(0, key.indexOf(' ')),
    id: key.slice(key.indexOf(' ') + 1),
    applied: keptForm(record),
    ...(pending === undefined ? {} : { pending: keptForm(pending) }),
  }));
  const recorded = await client.recordAppliedSet(
    { set_id: set, tenant_id: tenant, body: { plan_digest: planDigest, resources: resources as never } },
    { correlationId, ...(etag === null ? {} : { ifMatch: etag }) },
  );
  return { ...state, recordedAt: recorded.recorded_at, etag: etagOf(recorded) ?? null };
};

/** Texts and objects that are longer are recorded by their hash: it says whether they differ, which is all that is asked. */
const LONGEST_TEXT = 500;

/** A record as it is kept; what is kept already stays as it is. */
export const keptForm = <R extends Plain | null>(record: R): R =>
  (record === null
    ? null
    : Object.fromEntries(Object.entries(record).map(([name, value]) => [name, kept(value)]))) as R;

/** A value as it is kept: lists stay whole, as whether an apply is under way is judged by their entries. */
export const kept = (value: unknown): unknown => {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject && typeof value !== 'string') return value;
  if (JSON.stringify(value).length <= LONGEST_TEXT) return value;
  return { sha256: canonicalHash(value as Json, sha256Hex) };
};
