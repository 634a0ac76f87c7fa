import type { RequestLine } from '@govgate/ports';

/** Calls whose caller could not be found, by what was wrong: `{ signature: 40, unauthenticated: 2 }`. */
export type RefusalCounts = Readonly<Record<string, number>>;

export interface RefusalLines {
  readonly write: (line: RequestLine) => void;
  /** Reports those that were not written, when their minute is over. */
  readonly sumUp: (counts: RefusalCounts) => void;
  /** Runs something later; a timer that keeps no process alive unless a test has another. */
  readonly later?: (run: () => void, ms: number) => void;
}

/** Lines a minute. Refusals need no token, so anybody could otherwise fill a disk. */
const LINES = 60;
const MINUTE_MS = 60_000;

/** Writes so many refused authentications a minute one by one, and the rest as one sum. */
export const limitRefusals = ({ write, sumUp, later = onTimer }: RefusalLines) => {
  let written = 0;
  let counts = new Map<string, number>();
  const close = (): void => {
    if (counts.size > 0) sumUp(Object.fromEntries(counts));
    written = 0;
    counts = new Map();
  };
  const count = ({ failedCheck, reasonCode = '' }: RequestLine): void => {
    const what = failedCheck ?? reasonCode;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  return {
    tell: (line: RequestLine): void => {
      if (written === 0) later(close, MINUTE_MS);
      written += 1;
      if (written <= LINES) write(line);
      else count(line);
    },
    /** Reports what was counted so far, before the process ends. */
    close,
  };
};

const onTimer = (run: () => void, ms: number): void => void setTimeout(run, ms).unref();
