/** How long each file takes that takes long: `npm test -- --remember` writes it. */
export type Seconds = Readonly<Record<string, number>>;

/** What a file takes that is not known to take long. */
const QUICK_SECONDS = 0.2;

/**
 * Tests of how long something takes, or of how much it needs, would measure others running next to them; one that builds what others
 * run would change it under them. They run by themselves, after everything else.
 */
const MEASURING = [/\/prove\/l1-/, /\/prove\/x1-/, /^tools\/packages\//];

/** The order that files are taken in by whichever lane is free: the longest first, so that no lane ends long after the others. */
export const orderFiles = (
  files: readonly string[],
  seconds: Seconds,
): { readonly beside: readonly string[]; readonly alone: readonly string[] } => {
  const takes = (file: string): number => seconds[file] ?? QUICK_SECONDS;
  const ordered = [...files].sort((a, b) => takes(b) - takes(a) || (a < b ? -1 : 1));
  return { beside: ordered.filter((one) => !measures(one)), alone: ordered.filter(measures) };
};

const measures = (file: string): boolean => MEASURING.some((one) => one.test(file));
