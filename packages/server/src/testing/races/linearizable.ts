/** What a client did to a register, as it saw it. Times are of one clock. */
export interface RegisterOperation {
  readonly kind: 'write' | 'read';
  readonly value: string | null;
  readonly calledAt: number;
  /** Infinity: no answer came, so a write may have happened at any time since, or never. */
  readonly answeredAt: number;
}

/** A point of the search: all of the known operations before `first` are placed, and those in `ahead`. */
interface Point {
  readonly first: number;
  readonly ahead: readonly number[];
  readonly guessed: readonly number[];
  readonly value: string | null;
}

/**
 * Whether one order of the operations explains the history: each took effect at one moment between its call and its answer,
 * and each read saw the last write before it (Wing and Gong's search, which remembers where it has been).
 */
export const isLinearizable = (history: readonly RegisterOperation[], initial: string | null): boolean => {
  const inOrder = [...history].sort((a, b) => a.calledAt - b.calledAt);
  const known = inOrder.filter(({ answeredAt }) => answeredAt !== Number.POSITIVE_INFINITY);
  // A read without an answer says nothing.
  const unknown = inOrder.filter(
    ({ answeredAt, kind }) => answeredAt === Number.POSITIVE_INFINITY && kind === 'write',
  );
  const been = new Set<string>();
  const open: Point[] = [{ first: 0, ahead: [], guessed: [], value: initial }];
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    if (point.first === known.length) return true;
    const key = JSON.stringify(point);
    if (been.has(key)) continue;
    been.add(key);
    open.push(...nextPoints(point, known, unknown));
  }
  return false;
};

const nextPoints = (
  point: Point,
  known: readonly RegisterOperation[],
  unknown: readonly RegisterOperation[],
): Point[] => {
  const candidates = candidatesAt(point, known);
  const matching = candidates.find((index) => known[index]?.kind === 'read' && isSeen(known[index], point));
  // A read that fits changes nothing, so it may as well come first.
  if (matching !== undefined) return [placed(point, matching, known)];
  const deadline = Math.min(...candidates.map((index) => known[index]?.answeredAt ?? 0));
  const guesses = unknown.flatMap((write, index) =>
    write.calledAt <= deadline && !point.guessed.includes(index)
      ? [{ ...point, guessed: [...point.guessed, index].sort((a, b) => a - b), value: write.value }]
      : [],
  );
  const writes = candidates.filter((index) => known[index]?.kind === 'write');
  // The last pushed is tried first: what was answered comes before unknown outcomes.
  return [...guesses, ...writes.reverse().map((index) => placed(point, index, known))];
};

const isSeen = (read: RegisterOperation | undefined, { value }: Point): boolean => read?.value === value;

/** The operations that may come next: called before any that is not placed was answered. */
const candidatesAt = ({ first, ahead }: Point, known: readonly RegisterOperation[]): number[] => {
  const candidates: number[] = [];
  let deadline = Number.POSITIVE_INFINITY;
  for (let index = first; index < known.length; index += 1) {
    const operation = known[index];
    if (operation === undefined || operation.calledAt > deadline) break;
    if (ahead.includes(index)) continue;
    deadline = Math.min(deadline, operation.answeredAt);
    candidates.push(index);
  }
  return candidates.filter((index) => (known[index]?.calledAt ?? 0) <= deadline);
};

const placed = (point: Point, index: number, known: readonly RegisterOperation[]): Point => {
  const operation = known[index];
  const ahead = new Set([...point.ahead, index]);
  let { first } = point;
  while (ahead.delete(first)) first += 1;
  return {
    ...point,
    first,
    ahead: [...ahead].sort((a, b) => a - b),
    value: operation?.kind === 'write' ? operation.value : point.value,
  };
};
