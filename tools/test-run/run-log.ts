import { appendFileSync, readFileSync } from 'node:fs';

/** What the reporter writes about a run, a line each, so that an aborted run has reported everything until then. */
export type RunEvent =
  /** What follows belongs to this file, until it closes. */
  | { readonly kind: 'open'; readonly file: string }
  | { readonly kind: 'begin'; readonly test: string }
  | { readonly kind: 'pass'; readonly test: string; readonly seconds: number }
  /** `hook` where no test failed, but what stands around tests. */
  | { readonly kind: 'fail'; readonly test: string; readonly report: string; readonly hook?: true }
  /** A file that cannot be read has no tests. */
  | { readonly kind: 'unloadable'; readonly report: string }
  | { readonly kind: 'skip'; readonly suite: string }
  | {
      readonly kind: 'file';
      readonly file: string;
      readonly seconds: number;
      /** Of this process and those it started and ended; missing where it is not known. */
      readonly cpuSeconds?: number;
      readonly tests: number;
    }
  | { readonly kind: 'close'; readonly file: string }
  | { readonly kind: 'end' };

/** Adds a line to the log of a run. */
export const tellRun = (log: string, event: RunEvent): void =>
  appendFileSync(log, `${JSON.stringify(event)}\n`);

/** Everything that a run reported; nothing where it never began. */
export const readRun = (log: string): readonly RunEvent[] => {
  const text = textOf(log);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
};

const textOf = (log: string): string => {
  try {
    return readFileSync(log, 'utf8');
  } catch {
    return '';
  }
};
