/**
 * The name of a list that a misspelt one was most likely meant to be; undefined where none is near. A name is near when at most
 * a third of it is wrong (docs/spec/conventions.md).
 *
 * @example nearestName('reason_cod', ['reason', 'reason_code']) // 'reason_code'
 */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > LONGEST) return undefined;
  const plainName = plain(name);
  let nearest: string | undefined;
  let least = Math.floor(name.length / 3) + 1;
  for (const candidate of known) {
    const distance = distanceBetween(plainName, plain(candidate), least);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
};

/** No field has a longer name, and the work grows with the length. */
const LONGEST = 64;

// Casing differs between resources, so it is the first thing that callers mistake.
const plain = (name: string): string => name.replaceAll(/[_.-]/g, '').toLowerCase();

// Levenshtein's distance, given up where it reaches the limit.
const distanceBetween = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swapped = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? limit;
};
