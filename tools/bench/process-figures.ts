import { readFileSync } from 'node:fs';

// USER_HZ, which Linux fixes at 100 for what it shows to programs.
const TICK_MS = 10;

/** CPU time of a process in all its threads so far, in milliseconds; undefined where there is no /proc. */
export const cpuMsOf = (pid: number): number | undefined => {
  const stat = readProc(pid, 'stat');
  // The program's name stands in brackets and may hold spaces; the fields are counted from behind it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

/** Resident memory of a process now, in megabytes; undefined where there is no /proc. */
export const residentMbOf = (pid: number): number | undefined => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
};

const readProc = (pid: number, file: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
};
