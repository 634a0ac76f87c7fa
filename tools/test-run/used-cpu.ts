import { readFileSync } from 'node:fs';

/** `sysconf(_SC_CLK_TCK)`, which is 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Where `/proc/PID/stat` has utime, stime, cutime and cstime, counted behind the command's name in brackets. */
const FIRST = 11;
const LAST = 14;

/** CPU seconds of this process and of the processes that it has started and that have ended; undefined where the system keeps none. */
export const usedCpuSeconds = (): number | undefined => {
  const fields = statOfThis()?.split(' ');
  if (fields === undefined) return undefined;
  const ticks = fields.slice(FIRST, LAST + 1).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
};

const statOfThis = (): string | undefined => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2);
  } catch {
    return undefined;
  }
};
