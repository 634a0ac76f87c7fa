import type { WireBundleProblem } from '@govgate/adapter-http';

/** Limit of problems described in words; the report has all of them. */
const MOST = 20;

/** Human-readable problems, one line each: where, what is wrong, what would be right. */
export const problemLines = (problems: readonly WireBundleProblem[]): readonly string[] => {
  const lines = problems.slice(0, MOST).map(lineOf);
  const left = problems.length - lines.length;
  return left === 0 ? lines : [...lines, `... and ${left} more`];
};

const lineOf = ({ path, message, detail }: WireBundleProblem): string =>
  [`${path === '' ? 'the bundle' : path}:`, message, detail].filter((part) => part !== undefined).join(' ');
