import type { RecordStore, Stored } from '@govgate/ports';
import { findStored, locationText } from './find-stored.js';
import type { BundleProblem, Note } from './problem.js';
import type { ItemKey } from './section.js';
import { type Bundle, SECTION_NAMES, type SectionName, sectionOf } from './sections/registry.js';

export const ON_CONFLICT_RULES = ['fail', 'skip', 'replace'] as const;
/** What to do with a record whose identifier is taken. */
export type OnConflict = (typeof ON_CONFLICT_RULES)[number];

/** What the import does with an item. `keep`: it changes nothing, or an existing record stays. */
export type EntryAction = 'create' | 'replace' | 'merge' | 'keep';

/** A bundle's item and what to do with it. */
export interface Entry {
  readonly section: SectionName;
  readonly index: number;
  readonly item: unknown;
  readonly key: ItemKey;
  /** The place as a text. */
  readonly location: string;
  readonly note: Note;
}

export interface PlannedEntry extends Entry {
  readonly action: EntryAction;
  readonly stored: Stored<unknown> | undefined;
}

/** Every item in the order of sections. A second item for one place is a problem and is ignored. */
export const entriesOf = (bundle: Bundle, problems: BundleProblem[]): Entry[] => {
  const entries: Entry[] = [];
  const taken = new Set<string>();
  for (const section of SECTION_NAMES) {
    const { kind, keyOf } = sectionOf(section);
    for (const [index, item] of (bundle[section] ?? []).entries()) {
      const key = keyOf(item);
      const location = locationText({ kind, key });
      const note: Note = (reasonCode, ...field) => problems.push({ section, index, field, reasonCode });
      if (taken.has(location)) note('duplicate_id');
      else entries.push({ section, index, item, key, location, note });
      taken.add(location);
    }
  }
  return entries;
};

/** Decides for each item whether it is created, replaces another, or is left out; with `fail` a taken identifier is a problem. */
export const planEntries = async (
  records: RecordStore,
  entries: readonly Entry[],
  onConflict: OnConflict,
): Promise<PlannedEntry[]> => {
  const locations = entries.map(({ section, key }) => ({ kind: sectionOf(section).kind, key }));
  const stored = await findStored(records, locations);
  return entries.map((entry) => {
    const before = stored.get(entry.location);
    return { ...entry, stored: before, action: actionFor(entry, before, onConflict) };
  });
};

const actionFor = (
  entry: Entry,
  before: Stored<unknown> | undefined,
  onConflict: OnConflict,
): EntryAction => {
  if (before === undefined) return 'create';
  if (sectionOf(entry.section).merge !== undefined) return 'merge';
  if (onConflict === 'fail') entry.note('already_exists');
  return onConflict === 'replace' ? 'replace' : 'keep';
};
