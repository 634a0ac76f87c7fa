import type { RequestLine } from '@govgate/ports';

/** Calls by what was wrong with them: `{ signature: 40, unauthenticated: 2 }`. */
export type LineCounts = Readonly<Record<string, number>>;

export interface LimitedLines {
  readonly write: (line: RequestLine) => void;
  /** Reports those not logged individually, when their minute is over. */
  readonly sumUp: (counts: LineCounts) => void;
  /** Runs something later; by default with a timer that does not keep the process alive. */
  readonly later?: (run: () => void, ms: number) => void;
}

/** Lines per minute. These calls need no token or no quota, so they could otherwise fill a disk. */
const LINES = 60;
const MINUTE_MS = 60_000;

/** Logs a limited number of calls per minute individually, and the rest as one sum. */
export const limitLines = ({ write, sumUp, later = onTimer }: LimitedLines) => {
  let written = 0;
  let counts = new Map<string, number>();
  const close = (): void => {
    if (counts.size > 0) sumUp(Object.fromEntries(counts));
    written = 0;
    counts = new Map();
  };
  const count = ({ failedCheck, reasonCode, status }: RequestLine): void => {
    const what = failedCheck ?? reasonCode ?? String(status);
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  return {
    log: (line: RequestLine): void => {
      if (written === 0) later(close, MINUTE_MS);
      written += 1;
      if (written <= LINES) write(line);
      else count(line);
    },
    /** Reports the counts so far, before the process ends. */
    close,
  };
};

const onTimer = (run: () => void, ms: number): void => void setTimeout(run, ms).unref();
