const CHUNK = 1_000;

/** Processes a long list a thousand at a time and joins the results, so that no command grows without limit. */
export const inChunks = async <T, R>(
  items: readonly T[],
  work: (some: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> => {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += CHUNK)
    results.push(...(await work(items.slice(start, start + CHUNK))));
  return results;
};
