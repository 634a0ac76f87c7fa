/** What each file takes that takes long, in seconds: `npm test -- --remember` writes it. */
export type Seconds = Readonly<Record<string, { readonly seconds: number; readonly cpu: number }>>;

/** What a file takes that is not known to take long. */
const QUICK = { seconds: 0.2, cpu: 0.2 };

/**
 * A file that uses less than this of the time it takes waits for most of it: for limits to pass, or for a service. It is little, as files that
 * only compute get half a core each, and what a browser uses is not seen.
 */
const WAITING_SHARE = 0.2;

/**
 * Tests of how long something takes, or of how much it needs, would measure others running next to them. They run by themselves,
 * after everything else.
 */
const MEASURING = [/\/prove\/l1-flood/, /\/prove\/x1-/, /\/mongo\/many-writers/];

/**
 * What builds the packages or runs what was built would change it under the others of its kind, and under the gates, which compile.
 * One lane takes these, one after the other, when the gates are through.
 */
const BUILDING = [/^tools\/packages\//, /\/bundled-command\./, /\/reference-page\./];

/** The files of a run, by when they may run; each the longest first, so that no lane ends long after the others. */
export interface FileOrder {
  /** Whichever lane is free takes the next one. */
  readonly beside: Beside;
  readonly building: readonly string[];
  readonly alone: readonly string[];
}

/** Files that run beside others. Lanes begin with one kind or the other, so that those that wait leave their core to those that compute. */
export interface Beside {
  readonly computing: readonly string[];
  readonly waiting: readonly string[];
}

/** The order that files are taken in. */
export const orderFiles = (files: readonly string[], seconds: Seconds): FileOrder => {
  const takes = (file: string): number => (seconds[file] ?? QUICK).seconds;
  const ordered = [...files].sort((a, b) => takes(b) - takes(a) || (a < b ? -1 : 1));
  const measures = (file: string): boolean => isOf(file, MEASURING);
  const builds = (file: string): boolean => isOf(file, BUILDING);
  const waits = (file: string): boolean => {
    const known = seconds[file] ?? QUICK;
    return known.cpu < known.seconds * WAITING_SHARE;
  };
  const beside = ordered.filter((one) => !measures(one) && !builds(one));
  return {
    beside: { computing: beside.filter((one) => !waits(one)), waiting: beside.filter(waits) },
    building: ordered.filter(builds),
    alone: ordered.filter(measures),
  };
};

const isOf = (file: string, kind: readonly RegExp[]): boolean => kind.some((one) => one.test(file));
