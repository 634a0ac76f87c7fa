import type { Writable } from 'node:stream';

/** Writes lines, those of one turn at once: a pipe takes each write by a system call, which waits where its reader is slow. */
export const makeLineWriter = (out: Writable): ((line: string) => void) => {
  let lines = '';
  const flush = (): void => {
    out.write(lines);
    lines = '';
  };
  return (line) => {
    if (lines === '') setImmediate(flush);
    lines += `${line}\n`;
  };
};
