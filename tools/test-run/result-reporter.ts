import { relative } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { type RunEvent, tellRun } from './run-log.js';
import { usedCpuSeconds } from './used-cpu.js';

const {
  EVENT_RUN_END,
  EVENT_SUITE_BEGIN,
  EVENT_TEST_BEGIN,
  EVENT_TEST_END,
  EVENT_TEST_FAIL,
  EVENT_TEST_PASS,
  EVENT_TEST_PENDING,
} = Mocha.Runner.constants;

/** A file that takes this long gets a line while the run goes on, so that one sees where it is. */
const TOLD_SECONDS = 5;

/** Reports a run to the file that GOVGATE_TEST_LOG names, and on stdout only which long files are through. */
export default class ResultReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const log = process.env.GOVGATE_TEST_LOG ?? '';
    const tell = (event: RunEvent): void => tellRun(log, event);
    let began = performance.now();
    runner.on(EVENT_TEST_BEGIN, (test) => {
      began = performance.now();
      tell({ kind: 'begin', test: test.fullTitle() });
    });
    runner.on(EVENT_TEST_PASS, (test) =>
      tell({ kind: 'pass', test: test.fullTitle(), seconds: secondsSince(began) }),
    );
    runner.on(EVENT_TEST_PENDING, (test) =>
      tell({ kind: 'skip', suite: test.parent?.fullTitle() ?? test.title }),
    );
    // Base has taken the failure in by now.
    runner.on(EVENT_TEST_FAIL, (test: Mocha.Runnable) =>
      tell({
        kind: 'fail',
        test: test.fullTitle(),
        report: reportOf(this.failures.slice(-1)),
        ...(test instanceof Mocha.Hook ? { hook: true } : {}),
      }),
    );
    timeFiles(runner, (event) => {
      tell(event);
      if (event.seconds >= TOLD_SECONDS)
        process.stdout.write(`  ${event.seconds.toFixed(1).padStart(6)} s  ${event.file} (${event.tests})\n`);
    });
    runner.once(EVENT_RUN_END, () => tell({ kind: 'end' }));
  }
}

const secondsSince = (start: number): number => (performance.now() - start) / 1_000;

/** Reports each file when the next one begins: until then its hooks may go on. */
const timeFiles = (
  runner: Mocha.Runner,
  tell: (event: Extract<RunEvent, { kind: 'file' }>) => void,
): void => {
  let current: (Usage & { readonly file: string; tests: number }) | undefined;
  const close = (): void => {
    if (current === undefined) return;
    const { file, tests } = current;
    tell({ kind: 'file', file: relative(process.cwd(), file), ...usedSince(current), tests });
    current = undefined;
  };
  runner.on(EVENT_SUITE_BEGIN, ({ file, parent }) => {
    if (parent?.root !== true || file === undefined || file === current?.file) return;
    close();
    current = { file, ...usageNow(), tests: 0 };
  });
  runner.on(EVENT_TEST_END, () => {
    if (current !== undefined) current.tests += 1;
  });
  runner.once(EVENT_RUN_END, close);
};

/** What this process has used up to a moment. */
interface Usage {
  readonly at: number;
  readonly cpuSeconds: number | undefined;
}

const usageNow = (): Usage => ({ at: performance.now(), cpuSeconds: usedCpuSeconds() });

const usedSince = ({ at, cpuSeconds }: Usage): { readonly seconds: number; readonly cpuSeconds?: number } => {
  const now = usedCpuSeconds();
  const cpu = now === undefined || cpuSeconds === undefined ? {} : { cpuSeconds: now - cpuSeconds };
  return { seconds: secondsSince(at), ...cpu };
};

/** What mocha says of failures, as a text. */
const reportOf = (failures: Mocha.Test[]): string => {
  const { Base } = Mocha.reporters;
  const { consoleLog } = Base;
  const lines: string[] = [];
  Base.consoleLog = (...data) => lines.push(format(...data));
  try {
    Base.list(failures);
  } finally {
    Base.consoleLog = consoleLog;
  }
  return lines.join('\n');
};
