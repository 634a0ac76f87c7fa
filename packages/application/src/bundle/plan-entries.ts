import type { RecordStore, Stored } from '@govgate/ports';
import { findStored, placeText } from './find-stored.js';
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
  readonly place: string;
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
      const place = placeText({ kind, key });
      const note: Note = (reasonCode, ...field) => problems.push({ section, index, field, reasonCode });
      if (taken.has(place)) note('duplicate_id');
      else entries.push({ section, index, item, key, place, note });
      taken.add(place);
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
  const places = entries.map(({ section, key }) => ({ kind: sectionOf(section).kind, key }));
  const stored = await findStored(records, places);
  return entries.map((entry) => {
    const before = stored.get(entry.place);
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
