import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { type Goal, reached, worstFirst } from './goal.js';
import { LOAD_GENERATOR } from './load.js';

/** A part of a run: what it came to, as lines that stand under each other, and what it was meant to come to. */
export interface Section {
  readonly title: string;
  readonly lines: string;
  readonly goals: readonly Goal[];
}

const FILE = 'docs/benchmarks.md';
const BEGIN = '<!-- npm run bench writes from here -->';
const END = '<!-- to here -->';

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

/** A run as a page tells it. */
export const runAsMarkdown = (how: string, sections: readonly Section[]): string =>
  [
    how,
    goalTable(sections.flatMap(({ goals }) => goals)),
    ...sections.map(({ title, lines }) => `### ${title}\n\n\`\`\`text\n${lines}\n\`\`\``),
  ].join('\n\n');

/** A page with a run between its marks, in the place of the one before. */
export const withRun = (page: string, run: string): string => {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before === -1 || after < before) throw new Error(`${FILE} has lost its marks`);
  return `${page.slice(0, before)}${BEGIN}\n\n${run}\n\n${page.slice(after)}`;
};

/** How and where a run was made. */
export const machineLine = (effort: string, loadBefore: number): string =>
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${
    cpus()[0]?.model ?? 'unknown'
  }, ${LOAD_GENERATOR}; ${effort.trim()}. Load of the machine: ${loadBefore.toFixed(1)} before, ${(
    loadavg()[0] ?? 0
  ).toFixed(1)} at the end, the bench's own included.`;

/** Writes a run into the page. */
export const writeBenchmarks = (how: string, sections: readonly Section[]): void =>
  writeFileSync(FILE, withRun(readFileSync(FILE, 'utf8'), runAsMarkdown(how, sections)));
