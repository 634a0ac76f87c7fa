/**
 * Whether two values come to the same JSON: the same canonical form, so that the order of members does not count and 0 is -0. A
 * member that is undefined is none, as JSON has it.
 */
export const isSameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (!isContainer(a) || !isContainer(b)) return false;
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b);
  return !Array.isArray(b) && isSameObject(a, b);
};

type Container = Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, place) => isSameJson(item, b[place]));

const isSameObject = (a: Container, b: Container): boolean => {
  let more = 0;
  for (const name of Object.keys(b)) if (b[name] !== undefined) more += 1;
  for (const name of Object.keys(a)) {
    if (a[name] === undefined) continue;
    if (!Object.hasOwn(b, name) || !isSameJson(a[name], b[name])) return false;
    more -= 1;
  }
  return more === 0;
};
