import { type RecordStore, type Tenant, tenantKind } from '@govgate/ports';
import { findStored, locationText } from './find-stored.js';
import type { Entry } from './plan-entries.js';
import type { Note } from './problem.js';
import type { Reference } from './section.js';
import type { Bundle } from './sections/registry.js';

/** The environments of every tenant in the bundle: those it brings and existing ones. */
export type Environments = ReadonlyMap<string, ReadonlySet<string>>;

/** Finds the environments of the bundle's tenants, stored ones included. */
export const knownEnvironments = async (
  records: RecordStore,
  bundle: Bundle,
  entries: readonly Entry[],
): Promise<Environments> => {
  const known = new Map<string, Set<string>>();
  const named = new Set(entries.map(({ key }) => key.tenantId));
  for (const tenantId of named) {
    const stored = await records.get(tenantKind, { tenantId }, tenantId);
    if (stored !== undefined) known.set(tenantId, new Set((stored.record as Tenant).environments));
  }
  for (const { tenantId, environments } of bundle.tenants ?? [])
    known.set(tenantId, new Set([...(known.get(tenantId) ?? []), ...environments]));
  return known;
};

/** Reports a record whose own tenant or environment does not exist. */
export const checkScope = ({ key, note }: Entry, environments: Environments): void => {
  const known = environments.get(key.tenantId);
  if (known === undefined) note('unknown_reference', 'tenantId');
  else if (key.environmentId !== null && !known.has(key.environmentId))
    note('unknown_reference', 'environmentId');
};

interface OpenReference {
  readonly reference: Extract<Reference, { readonly kind: unknown }>;
  readonly location: string;
  readonly note: Note;
}

/** Collects the references of records; those the bundle does not satisfy are looked up in the store at the end, all at once. */
export class ReferenceCheck {
  readonly #inBundle: ReadonlySet<string>;
  readonly #waiting: OpenReference[] = [];

  constructor(
    entries: readonly Entry[],
    private readonly environments: Environments,
  ) {
    this.#inBundle = new Set(entries.map(({ location }) => location));
  }

  add(reference: Reference, note: Note): void {
    if ('environment' in reference) {
      const { tenantId, id } = reference.environment;
      if (!this.environments.get(tenantId)?.has(id)) note('unknown_reference', ...reference.field);
      return;
    }
    const location = locationText(reference);
    if (!this.#inBundle.has(location)) this.#waiting.push({ reference, location, note });
  }

  /** Reports every dangling reference. */
  async finish(records: RecordStore): Promise<void> {
    const stored = await findStored(
      records,
      new Map(this.#waiting.map(({ location, reference }) => [location, reference])).values(),
    );
    for (const { location, reference, note } of this.#waiting)
      if (!stored.has(location)) note('unknown_reference', ...reference.field);
  }
}
