import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { type Goal, reached, worstFirst } from './goal.js';
import { LOAD_GENERATOR } from './load.js';

/** A part of a run: what it came to, as lines that stand under each other, and what it was meant to come to. */
export interface Section {
  readonly title: string;
  readonly lines: string;
  readonly goals: readonly Goal[];
}

const FILE = 'docs/benchmarks/last-run.md';
const HEAD = `# The last whole run of the benchmarks

Written by \`npm run bench -- --write\`, what falls short first. A look counts as the first after a commit. A read that failed has missed its goal.
[Benchmarks](../benchmarks.md) says what the goals are.`;

/** What falls short first, then all goals, as a table of Markdown. */
export const goalTable = (goals: readonly Goal[]): string =>
  [
    '| goal | measured | aim | |',
    '|---|---|---|---|',
    ...worstFirst(goals).map(
      (goal) =>
        `| ${goal.what} | ${figureOf(goal.measured)} | ${goal.isLeast ? '≥' : '≤'} ${figureOf(goal.goal)} | ${
          reached(goal) >= 1 ? 'kept' : 'missed'
        } |`,
    ),
  ].join('\n');

const figureOf = (value: number): string => {
  if (Number.isNaN(value)) return '–';
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 100 ? 0 : 2);
};

/** A run as a page. */
export const runAsPage = (how: string, sections: readonly Section[]): string =>
  [
    HEAD,
    how,
    goalTable(sections.flatMap(({ goals }) => goals)),
    ...sections.map(({ title, lines }) => `### ${title}\n\n\`\`\`text\n${lines}\n\`\`\``),
  ].join('\n\n');

/** How and where a run was made. */
export const machineLine = (effort: string, loadBefore: number): string =>
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${
    cpus()[0]?.model ?? 'unknown'
  }, ${LOAD_GENERATOR}; ${effort.trim()}. Load of the machine: ${loadBefore.toFixed(1)} before, ${(
    loadavg()[0] ?? 0
  ).toFixed(1)} at the end, the bench's own included.`;

export const writeBenchmarks = (how: string, sections: readonly Section[]): void =>
  writeFileSync(FILE, `${runAsPage(how, sections)}\n`);
