import { expect } from 'chai';
import { describeWithChromium } from '../../../../tools/test-services/require-service.js';
import { accessReviewStories } from '../testing/console/access-review-stories.js';
import {
  type ConsoleBench,
  startConsoleBench,
  tellWindowsOfFailed,
} from '../testing/console/console-bench.js';
import { deliveryStories } from '../testing/console/delivery-stories.js';
import { destinationStories } from '../testing/console/destination-stories.js';
import { explainStories } from '../testing/console/explain-stories.js';
import { exportStories } from '../testing/console/export-stories.js';
import { pageStories } from '../testing/console/page-stories.js';
import { policyStories } from '../testing/console/policy-stories.js';
import { policyWorkbenchStories } from '../testing/console/policy-workbench-stories.js';
import { reviewStories } from '../testing/console/review-stories.js';
import { savedFilterStories } from '../testing/console/saved-filter-stories.js';
import { sessionStories } from '../testing/console/session-stories.js';
import { IS_PROOF, tellProof } from '../testing/proof-record.js';

/** As much of an element of a page as is needed here, where the types of browsers are not. */
interface Attributed {
  setAttribute(name: string, value: string): void;
}

/** The stories with the most to type and to choose; the proof passes all that there are. */
const FORMS = [policyStories, reviewStories];
const ALL = [
  ...FORMS,
  policyWorkbenchStories,
  sessionStories,
  pageStories,
  savedFilterStories,
  accessReviewStories,
  destinationStories,
  deliveryStories,
  exportStories,
  explainStories,
];

describeWithChromium('the console by keyboard alone', (program) => {
  let bench: ConsoleBench;
  let strokes = 0;
  const reported: string[] = [];

  before(async () => {
    bench = await startConsoleBench(program, (more) => {
      strokes += more;
    });
  });
  tellWindowsOfFailed(() => bench);
  beforeEach(() => {
    strokes = 0;
  });
  afterEach(function () {
    const { title, duration = 0, state } = this.currentTest ?? {};
    if (state === 'passed' && strokes > 0)
      reported.push(`${title}: ${strokes} keys, ${(duration / 1000).toFixed(1)} s`);
  });
  after(async () => {
    await bench?.stop();
    const what = 'stories of the console by keyboard alone';
    tellProof({
      id: 'console-keyboard',
      what,
      trials: reported.length,
      broken: 0,
      measured: reported.join('; '),
    });
  });

  for (const stories of IS_PROOF ? ALL : FORMS) stories(() => bench);

  it('notices a link that the Tab key does not reach', async () => {
    const visit = await bench.visit('usr_security_lead');
    await visit.go('s', 'Sessions');
    const link = visit.page.locator('tbody a').first();
    await link.evaluate((one: unknown) => (one as Attributed).setAttribute('tabindex', '-1'));
    const tried = await visit.press(link).catch((fault: unknown) => fault);
    expect(String(tried)).to.match(/Tab does not come to/);
    await visit.page.context().close();
  });
});
