/** Processes many items, some of them at a time. */
export const atOnce = async <T, R>(
  width: number,
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<readonly R[]> => {
  const results: R[] = [];
  const waiting = [...all.entries()].reverse();
  const next = async (): Promise<void> => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop())
      results[one[0]] = await work(one[1]);
  };
  await Promise.all(Array.from({ length: width }, next));
  return results;
};
