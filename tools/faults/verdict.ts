import type { Fault } from './bugs.js';
import type { SpecRun } from './failure-reporter.js';

/** Whether one spec noticed a bug: the test that did, or why it counts as not noticed. */
export type SpecVerdict =
  | { readonly spec: string; readonly test: string }
  | { readonly spec: string; readonly missed: string };

/** What came of one fault. */
export interface FaultVerdict {
  readonly id: string;
  readonly bug: string;
  readonly specs: readonly SpecVerdict[];
}

// Code that does not even run is not the bug that was meant, and any test at all would notice it.
const BROKEN_CODE = new Set(['SyntaxError', 'ReferenceError', 'TypeError']);

/** Whether a spec's run shows that the spec notices the bug; undefined is a run that broke off. */
export const specVerdict = (spec: string, run: SpecRun | undefined): SpecVerdict => {
  if (run === undefined) return { spec, missed: 'the run broke off' };
  const [first] = run.failures;
  if (first === undefined) return { spec, missed: `${run.passed} tests passed` };
  const test = run.failures.find(({ isHook, error }) => !isHook && !BROKEN_CODE.has(error));
  return test === undefined
    ? { spec, missed: `${first.error} in "${first.title}"` }
    : { spec, test: test.title };
};

/** Whether every spec that has to notice the bug did. */
export const isCaught = ({ specs }: FaultVerdict): boolean => specs.every((one) => 'test' in one);

/** What a fault is a form of: `2b` of bug 2, `D3b` of a broken promise D3. */
export const stemOf = ({ id }: Pick<Fault, 'id'>): string => id.replace(/[a-z]+$/, '');

/** How many bugs were caught, or how many promises' tests notice that theirs is broken, each in all its forms, of how many. */
export const tally = (
  verdicts: readonly FaultVerdict[],
): { readonly caught: number; readonly of: number } => {
  const stems = new Set(verdicts.map(stemOf));
  const missed = new Set(verdicts.filter((one) => !isCaught(one)).map(stemOf));
  return { caught: stems.size - missed.size, of: stems.size };
};

/** The faults that the words of a command line mean, `2` being every form of bug 2; all of them where there are no words. */
export const chosen = (faults: readonly Fault[], words: readonly string[]): readonly Fault[] => {
  const means = (word: string, fault: Fault): boolean => fault.id === word || stemOf(fault) === word;
  const unknown = words.filter((word) => !faults.some((fault) => means(word, fault)));
  if (unknown.length > 0) throw new Error(`no fault ${unknown.join(', ')}`);
  return words.length === 0 ? faults : faults.filter((fault) => words.some((word) => means(word, fault)));
};
