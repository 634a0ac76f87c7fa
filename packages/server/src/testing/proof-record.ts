import { appendFileSync } from 'node:fs';

/** Whether the long forms of the proofs were requested. */
export const LONG_FORM = process.env.GOVGATE_TEST_LONG === '1';

/** Whether this run reports its figures (`npm run prove`). Other runs make fewer trials where each takes a process. */
export const IS_PROOF = Boolean(process.env.GOVGATE_PROOF_FILE) || LONG_FORM;

/** Every nth of the things to try, others at another turn; a proof tries all. */
export const sampled = <T>(all: readonly T[], every: number, turn = 0): readonly T[] =>
  IS_PROOF ? all : all.filter((_, at) => at % every === turn % every);

/** What a proof found; the figure that docs/proof.md prints. */
export interface Proof {
  readonly id: string;
  readonly what: string;
  readonly trials: number;
  /** How often the promise was broken. */
  readonly broken: number;
  /** Other measurements. */
  readonly measured?: string;
}

/** Reports a figure to the run of the proofs; the tests themselves are independent. */
export const tellProof = (proof: Proof): void => {
  const file = process.env.GOVGATE_PROOF_FILE;
  if (file) appendFileSync(file, `${JSON.stringify(proof)}\n`);
};
