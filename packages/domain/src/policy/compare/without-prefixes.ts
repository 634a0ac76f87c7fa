import { ANY, type PolicyManifest, type PolicyTargets } from '../manifest.js';
import { beginningOf, inNfc, isPrefix } from '../named-ids.js';
import { type TargetList, targetLists } from '../target-lists.js';

/** Ids that lists with prefixes may name after all, over all rules; a comparison beyond it is left undecided. */
const MOST_NAMED = 500_000;

/** Two manifests in which every list names whole ids, and what no id of nobody may begin with. */
export interface Unprefixed {
  readonly manifests: readonly [PolicyManifest, PolicyManifest];
  readonly prefixes: readonly string[];
}

/**
 * Two manifests that decide like the given ones and name no prefix. Ids that the same entries match are alike, so one of each kind is enough:
 * every id that is named whole, and for each prefix an id that no longer prefix and no whole name takes. A prefix then stands for all of
 * them that begin with it. Undefined where that would be too many. Yields after each rule.
 */
export function* withoutPrefixes(
  before: PolicyManifest,
  after: PolicyManifest,
): Generator<undefined, Unprefixed | undefined> {
  const rules = [...before.rules, ...after.rules];
  const kinds: KindsByList = new Map(
    targetLists().map((list) => [list, kindsOf(rules.map(({ targets }) => targets[list]))]),
  );
  const budget = { left: MOST_NAMED };
  const [first, second] = [yield* named(before, kinds, budget), yield* named(after, kinds, budget)];
  if (budget.left < 0) return undefined;
  return {
    manifests: [first, second],
    prefixes: [...kinds.values()].flatMap(({ beginnings }) => beginnings),
  };
}

function* named(
  manifest: PolicyManifest,
  kinds: KindsByList,
  budget: { left: number },
): Generator<undefined, PolicyManifest> {
  const rules: PolicyManifest['rules'][number][] = [];
  for (const rule of manifest.rules) {
    yield;
    rules.push({ ...rule, targets: namedTargets(rule.targets, kinds, budget) });
  }
  return { ...manifest, rules };
}

const namedTargets = (
  targets: PolicyTargets,
  kinds: KindsByList,
  budget: { left: number },
): PolicyTargets => {
  const lists = [...kinds].flatMap(([name, own]) => {
    const list = targets[name];
    if (list === undefined || budget.left < 0) return [];
    const ids = list.flatMap((entry) => idsOf(inNfc(entry), own, budget));
    return [[name, ids] as const];
  });
  return { ...targets, ...Object.fromEntries(lists) };
};

/** What all lists of one name tell apart. */
interface Kinds {
  /** The ids that stand for a kind of id each, in order. */
  readonly ids: readonly string[];
  readonly beginnings: readonly string[];
}

type KindsByList = ReadonlyMap<TargetList, Kinds>;

const kindsOf = (lists: readonly (readonly string[] | undefined)[]): Kinds => {
  const entries = new Set(lists.flatMap((list) => (list ?? []).map(inNfc)));
  entries.delete(ANY);
  const beginnings = [...entries].filter(isPrefix).map(beginningOf);
  const whole = new Set([...entries].filter((entry) => !isPrefix(entry)));
  const named = inOrder([...whole, ...beginnings]);
  return {
    ids: inOrder([...whole, ...beginnings.map((start) => idOfPrefix(start, whole, named))]),
    beginnings,
  };
};

const inOrder = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].sort((a, b) => (a < b ? -1 : Number(a > b)));

/** Characters that an id is continued with, the usual ones first; there are more than a manifest has names. */
function* characters(): Generator<string> {
  yield* 'x_-0123456789abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (let unit = 0xa1; unit < 0xd800; unit += 1) yield String.fromCharCode(unit);
}

const idOfPrefix = (start: string, whole: ReadonlySet<string>, named: readonly string[]): string => {
  if (!whole.has(start)) return start;
  const next = new Set(within(named, start).map((name) => name[start.length]));
  for (const character of characters()) if (!next.has(character)) return start + character;
  return start;
};

const idsOf = (entry: string, { ids }: Kinds, budget: { left: number }): readonly string[] => {
  const found = isPrefix(entry) ? within(ids, beginningOf(entry)) : [entry];
  budget.left -= found.length;
  return budget.left < 0 ? [] : found;
};

/** The texts that begin with another, of a list in order. */
const within = (texts: readonly string[], start: string): readonly string[] => {
  const from = firstAt(texts, (text) => text >= start);
  const to = firstAt(texts, (text) => text >= start && !text.startsWith(start));
  return texts.slice(from, to);
};

const firstAt = (texts: readonly string[], reached: (text: string) => boolean): number => {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reached(texts[middle] as string)) high = middle;
    else low = middle + 1;
  }
  return low;
};
