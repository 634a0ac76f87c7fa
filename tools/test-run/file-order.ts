/** What each file takes that takes long, in seconds: `npm test -- --remember` writes it. */
export type Seconds = Readonly<Record<string, { readonly seconds: number; readonly cpu: number }>>;

/** What a file takes that is not known to take long. */
const QUICK = { seconds: 0.2, cpu: 0.2 };

/** From here on it matters beside which others a file runs; shorter ones come last, where they keep every lane busy to the end. */
const LONG_SECONDS = 10;

/**
 * Tests of how long something takes, or of how much it needs, would measure others running next to them. They run by themselves,
 * after everything else.
 */
const MEASURING = [/\/prove\/l1-flood/, /\/many-writers\./];

/**
 * What builds the packages or runs what was built would change it under the others of its kind, and under the gates, which compile.
 * One lane takes these, one after the other, when the gates are through.
 */
const BUILDING = [/^tools\/packages\//, /\/bundled-command\./, /\/reference-page\./];

/** The files of a run, by when they may run. */
export interface FileOrder {
  /** Whichever lane is free takes the next one. */
  readonly beside: Beside;
  readonly building: readonly string[];
  readonly alone: readonly string[];
}

/** Files that run beside others. */
export interface Beside {
  /** By the share of their time that they compute, the largest first: lanes that begin at different ends do not wait at the same time. */
  readonly long: readonly string[];
  /** The longest first, so that no lane ends long after the others. */
  readonly short: readonly string[];
}

/** The order that files are taken in. */
export const orderFiles = (files: readonly string[], seconds: Seconds): FileOrder => {
  const timeOf = (file: string) => seconds[file] ?? QUICK;
  const takes = (file: string): number => timeOf(file).seconds;
  // What a browser or a database computes is not in it: a share says which files compute more than others.
  const share = (file: string): number => timeOf(file).cpu / takes(file);
  const by = (rank: (file: string) => number, those: readonly string[]): string[] =>
    [...those].sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1));
  const measures = (file: string): boolean => isOf(file, MEASURING);
  const builds = (file: string): boolean => isOf(file, BUILDING);
  const isLong = (file: string): boolean => takes(file) >= LONG_SECONDS;
  const beside = files.filter((one) => !measures(one) && !builds(one));
  return {
    beside: {
      long: by(share, beside.filter(isLong)),
      short: by(
        takes,
        beside.filter((one) => !isLong(one)),
      ),
    },
    building: by(takes, files.filter(builds)),
    alone: by(takes, files.filter(measures)),
  };
};

const isOf = (file: string, kind: readonly RegExp[]): boolean => kind.some((one) => one.test(file));
