import type { AuditEvent, Instant, Revocation } from '@govgate/domain';
import { changedFields } from '@govgate/domain/internal';
import type { Change, RecordStore } from '@govgate/ports';
import { type AuditCaller, auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import type { EntryAction, PlannedEntry } from './plan-entries.js';
import { checkScope, type Environments, ReferenceCheck } from './references.js';
import type { BundleSection, RevokedSubject, Taken, Written } from './section.js';
import { type SectionName, sectionOf } from './sections/registry.js';

export type WritingDeps = Pick<Ports, 'clock' | 'ids' | 'hash'>;

/** The outcome for a section's items, actual or in a dry run. */
export type SectionCounts = { readonly [A in EntryAction]: number };

const IMPORTED = 'imported';

/** Everything an import is going to write, gathered item by item; reports problems with each. */
export class Writing {
  readonly changes: Change[] = [];
  readonly events: AuditEvent[] = [];
  readonly revocations: Revocation[] = [];
  readonly counts: { [Name in SectionName]?: SectionCounts } = {};
  readonly #now: Instant;
  readonly #requestId: string;
  readonly #references: ReferenceCheck;
  readonly #checked = new Map<SectionName, Written<unknown>[]>();

  constructor(
    private readonly deps: WritingDeps,
    private readonly actor: 'cli' | 'worker',
    entries: readonly PlannedEntry[],
    private readonly environments: Environments,
  ) {
    this.#now = deps.clock.now();
    this.#requestId = deps.ids.mint('request');
    this.#references = new ReferenceCheck(entries, environments);
  }

  take(entry: PlannedEntry): void {
    const section = sectionOf(entry.section);
    const taken = this.#taken(section, entry);
    this.#count(entry.section, taken === undefined ? 'keep' : entry.action);
    if (taken === undefined) return;
    checkScope(entry, this.environments);
    for (const reference of taken.references ?? []) this.#references.add(reference, entry.note);
    if (section.check !== undefined || section.leftovers !== undefined) this.#remember(entry, taken);
    this.#write(section, entry, taken);
  }

  /** Checks that need all items, or the store. */
  async finish(records: RecordStore): Promise<void> {
    await this.#references.finish(records);
    for (const [name, written] of this.#checked) {
      const section = sectionOf(name);
      await section.check?.(written, records);
      for (const one of written)
        if (one.replaces) this.changes.push(...((await section.leftovers?.(one, records)) ?? []));
    }
  }

  #taken(section: BundleSection, { action, item, stored, note }: PlannedEntry): Taken<unknown> | undefined {
    if (action === 'keep') return undefined;
    if (action === 'merge') {
      const record = section.merge?.(item, stored?.record);
      return record === undefined ? undefined : { record };
    }
    const { hash } = this.deps;
    return section.take(item, {
      now: this.#now,
      before: stored?.record,
      hash,
      note,
    });
  }

  #count(section: SectionName, action: EntryAction): void {
    const before = this.counts[section] ?? { create: 0, replace: 0, merge: 0, keep: 0 };
    this.counts[section] = { ...before, [action]: before[action] + 1 };
  }

  #remember({ section, key, note, stored }: PlannedEntry, { record, parts = [] }: Taken<unknown>): void {
    const before = this.#checked.get(section) ?? [];
    before.push({ key, record, parts, note, replaces: stored !== undefined });
    this.#checked.set(section, before);
  }

  #write(section: BundleSection, entry: PlannedEntry, taken: Taken<unknown>): void {
    const { key, stored } = entry;
    this.changes.push({ kind: section.kind, record: taken.record, expectedVersion: stored?.version ?? null });
    this.changes.push(...(taken.parts ?? []));
    const { auditEnvironmentId = key.environmentId, auditVersion: version = null } = taken;
    const before = stored?.record;
    const event = auditEventBy(this.deps, this.#caller(key.tenantId), {
      eventType: section.eventType,
      action: 'import',
      environmentId: auditEnvironmentId,
      resourceId: key.id,
      version,
      reasonCode: IMPORTED,
      changedFields: before === undefined ? [] : changedFields(before as object, taken.record as object),
      ...(before === undefined ? {} : { moved: [before as object, taken.record as object] as const }),
    });
    this.events.push(event);
    if (before !== undefined)
      this.#fence(key, section.revokes?.(before, taken.record, this.#environmentsOf(key.tenantId)));
  }

  #fence({ tenantId, id }: PlannedEntry['key'], revokes: RevokedSubject | undefined): void {
    for (const environmentId of revokes?.environmentIds ?? [])
      this.revocations.push({
        revocationId: this.deps.ids.mint('revocation'),
        tenantId,
        environmentId,
        subjectType: revokes?.subjectType ?? 'user',
        subjectId: id,
        effectiveAt: this.#now,
        reasonCode: IMPORTED,
      });
  }

  #environmentsOf(tenantId: string): string[] {
    return [...(this.environments.get(tenantId) ?? [])].sort();
  }

  #caller(tenantId: string): AuditCaller {
    return systemCaller(this.actor, tenantId, this.#requestId);
  }
}
