/** A case's result differs from what the port promises. */
export class PromiseBroken extends Error {
  override readonly name = 'PromiseBroken';
}

/** Compares complete values as data: key order does not count, undefined members count as absent, maps compare by entries. */
export const expectEqual = (found: unknown, promised: unknown, what = 'value'): void => {
  const foundText = textOf(found);
  const promisedText = textOf(promised);
  if (foundText !== promisedText)
    throw new PromiseBroken(`${what}\n  promised: ${promisedText}\n  found:    ${foundText}`);
};

/** Awaits a rejection and returns its reason. */
export const rejectionOf = async (work: Promise<unknown>, what: string): Promise<unknown> => {
  try {
    await work;
  } catch (thrown) {
    return thrown;
  }
  throw new PromiseBroken(`${what}: it was expected to reject but resolved`);
};

const textOf = (value: unknown): string => JSON.stringify(sorted(value)) ?? 'undefined';

const sorted = (value: unknown): unknown => {
  if (value instanceof Map) return { map: [...value].map(sorted).map(textOf).sort() };
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? '<undefined>' : sorted(item)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]),
  );
};
