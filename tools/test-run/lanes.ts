/** Files that run one after the other in a process of their own, with services of their own. */
export interface Lane {
  readonly name: string;
  readonly files: readonly string[];
}

/** How long each file takes that takes long: `npm test -- --remember` writes it. */
export type Seconds = Readonly<Record<string, number>>;

/** What a file takes that is not known to take long. */
const QUICK_SECONDS = 0.2;

/**
 * Tests of how long something takes, or of how much it needs: beside other tests they would measure those too. They run by
 * themselves, after everything else.
 */
const MEASURING = [/\/prove\/l1-/, /\/prove\/x1-/];

/**
 * Spreads files over lanes: the longest first, each to the lane that has least to do, so that the same files and times always
 * make the same lanes. Within a lane files keep the order of their names.
 */
export const planLanes = (
  files: readonly string[],
  seconds: Seconds,
  count: number,
): { readonly beside: readonly Lane[]; readonly alone: readonly Lane[] } => {
  const takes = (file: string): number => seconds[file] ?? QUICK_SECONDS;
  const lanes = Array.from({ length: count }, (_, i) => ({
    name: `lane ${i + 1}`,
    files: [] as string[],
    total: 0,
  }));
  for (const file of files.filter((one) => !measures(one)).sort(longestFirst(takes))) {
    const shortest = lanes.reduce((a, b) => (b.total < a.total ? b : a));
    shortest.files.push(file);
    shortest.total += takes(file);
  }
  return {
    beside: filled(lanes),
    alone: filled([{ name: 'alone', files: files.filter(measures) }]),
  };
};

const measures = (file: string): boolean => MEASURING.some((one) => one.test(file));

const longestFirst =
  (takes: (file: string) => number) =>
  (a: string, b: string): number =>
    takes(b) - takes(a) || (a < b ? -1 : 1);

const filled = (lanes: readonly Lane[]): readonly Lane[] =>
  lanes
    .filter(({ files }) => files.length > 0)
    .map(({ name, files }) => ({ name, files: [...files].sort() }));
