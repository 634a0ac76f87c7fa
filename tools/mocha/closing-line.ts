import Mocha from 'mocha';

/** Mocha's dots and its report of failures, with what was skipped and a last line for people and scripts: `N passed, N failed, N skipped`. */
export default class ClosingLine extends Mocha.reporters.Dot {
  readonly #skipped = new Set<string>();

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on(Mocha.Runner.constants.EVENT_TEST_PENDING, (test) => {
      this.#skipped.add(test.parent?.fullTitle() ?? test.title);
    });
  }

  override epilogue(): void {
    super.epilogue();
    for (const suite of this.#skipped) console.log(`Skipped: ${suite}`);
    const { passes = 0, failures = 0, pending = 0 } = this.stats;
    console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
  }
}
