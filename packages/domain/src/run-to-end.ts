/** Runs work that could stop between its steps without stopping. */
export const runToEnd = <T>(steps: Generator<undefined, T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
