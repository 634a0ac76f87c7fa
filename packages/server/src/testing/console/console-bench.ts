import { makeImportBundle } from '@govgate/application';
import { createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildConsole } from '../../../../../tools/build/build-console.js';
import { openDemoReview } from '../../demo-data/demo-access-review.js';
import { DEMO_TENANT, demoBundle } from '../../demo-data/demo-bundle.js';
import { makeServerKeys } from '../../system/server-keys.js';
import { startTestService, type TestService } from '../test-service.js';
import { tokenFor } from '../worlds/world.js';
import { openVisit, type Visit } from './visit.js';
import { PROCESSES_OF_A_CONTEXT, type WindowOptions, windowsAt } from './windows.js';

/** A service over the demonstration data, and a real browser. */
export interface ConsoleBench {
  readonly service: TestService;
  /** A token of somebody in the demonstration. */
  tokenOf(userId: string): Promise<string>;
  /** A browser window of somebody who has signed in by pasting their token, or of nobody. */
  visit(userId?: string, look?: WindowOptions): Promise<Visit>;
  /** A browser window at another service's console. */
  visitAt(url: string): Promise<Visit>;
  /** What is visible in every open window: for a story that failed to finish. */
  windows(): Promise<string>;
  /** Closes what a story left open. */
  closeWindows(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Builds the current console, and starts the service that serves it and the browser that looks at it. With `byKeyboard`, visitors
 * have nothing else, and it gets the number of keys of each visit.
 */
export const startConsoleBench = async (
  program: string,
  byKeyboard?: (strokes: number) => void,
): Promise<ConsoleBench> => {
  await buildConsole();
  const service = await demonstration();
  const { ports } = service;
  const browser: Browser = await chromium.launch({ executablePath: program, args: FLAGS });
  const windows = windowsAt(browser, service.url);
  const visiting = { looked: new Set<string>(), byKeyboard };
  const tokenOf = (userId: string): Promise<string> =>
    tokenFor(ports, { tenantId: DEMO_TENANT, subjectId: userId });
  return {
    service,
    tokenOf,
    visitAt: async (url) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      // Nothing in this test is elsewhere; the provider's pages request web fonts.
      await context.route(
        (request) => request.hostname !== '127.0.0.1',
        (route) => route.fulfill({ status: 200, body: '' }),
      );
      return openVisit({ page: await context.newPage(), close: () => context.close() }, url, visiting);
    },
    visit: async (userId, look = {}) => {
      const visit = await openVisit(await windows.open(look), service.url, visiting);
      if (userId !== undefined) await visit.signIn(await tokenOf(userId));
      return visit;
    },
    windows: async () => {
      const pages = browser.contexts().flatMap((context) => context.pages());
      return (await Promise.all(pages.map(seenIn))).join('\n');
    },
    closeWindows: () => windows.closeAll(),
    stop: async () => {
      await browser.close();
      await service.stop();
    },
  };
};

const FLAGS = [
  // As root, and in containers, Chromium cannot create a sandbox.
  '--no-sandbox',
  `--renderer-process-limit=${PROCESSES_OF_A_CONTEXT}`,
  // Nothing is drawn by a GPU, so its process would only cost time.
  ...['--disable-gpu', '--in-process-gpu'],
];

const SEEN = `JSON.stringify({
  at: location.pathname + location.search,
  focus: document.activeElement?.outerHTML.slice(0, 200),
  text: (document.querySelector('[role=dialog]') ?? document.body).innerText.slice(0, 600),
})`;

/** Tells of a story that failed what its windows show, and closes them: a story begins with none. */
export const tellWindowsOfFailed = (bench: () => ConsoleBench | undefined): void => {
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') console.error(await bench()?.windows());
    await bench()?.closeWindows();
  });
};

/** The demonstration's data; an ending process signs what it leaves, so the events of the import have a checkpoint. */
const demonstration = async (): Promise<TestService> => {
  const [store, keys] = [createMemoryStore(), makeServerKeys()];
  const first = await startTestService({ store: { ...store, close: async () => undefined }, keys });
  const bundle = demoBundle(first.ports.clock.now());
  const report = await makeImportBundle(first.ports)(bundle, {
    dryRun: false,
    onConflict: 'fail',
    actor: 'cli',
  });
  expect(report.accepted).to.equal(true);
  await openDemoReview(first.ports);
  await first.stop();
  return startTestService({ store, keys });
};

const seenIn = (page: Page): Promise<string> =>
  page.evaluate(SEEN).then(String, (fault: unknown) => `a window that does not answer: ${fault}`);
