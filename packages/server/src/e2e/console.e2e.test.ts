import { describeWithChromium } from '../../../../tools/test-services/require-service.js';
import { accessReviewStories } from '../testing/console/access-review-stories.js';
import {
  type ConsoleBench,
  startConsoleBench,
  tellWindowsOfFailed,
} from '../testing/console/console-bench.js';
import { consoleFigures } from '../testing/console/console-figures.js';
import { deliveryStories } from '../testing/console/delivery-stories.js';
import { destinationStories } from '../testing/console/destination-stories.js';
import { everyPageStories } from '../testing/console/every-page-stories.js';
import { explainStories } from '../testing/console/explain-stories.js';
import { exportStories } from '../testing/console/export-stories.js';
import { hostileStories } from '../testing/console/hostile-stories.js';
import { overviewStories } from '../testing/console/overview-stories.js';
import { pageStories } from '../testing/console/page-stories.js';
import { policyStories } from '../testing/console/policy-stories.js';
import { policyWorkbenchStories } from '../testing/console/policy-workbench-stories.js';
import { randomWalk } from '../testing/console/random-walk.js';
import { reviewStories } from '../testing/console/review-stories.js';
import { savedFilterStories } from '../testing/console/saved-filter-stories.js';
import { screenshots } from '../testing/console/screenshots.js';
import { sessionEndStories } from '../testing/console/session-end-stories.js';
import { sessionStories } from '../testing/console/session-stories.js';
import { shellStories } from '../testing/console/shell-stories.js';
import { signInStories } from '../testing/console/sign-in-stories.js';
import { sizeStories } from '../testing/console/size-stories.js';

// One file, so that the console is built once and one browser serves all of the stories.
describeWithChromium('the console in a browser', (program) => {
  let bench: ConsoleBench;
  before(async () => {
    bench = await startConsoleBench(program);
  });
  after(() => bench?.stop());
  tellWindowsOfFailed(() => bench);

  screenshots(() => bench);
  consoleFigures(() => bench);
  shellStories(() => bench);
  overviewStories(() => bench);
  sessionStories(() => bench);
  policyStories(() => bench);
  policyWorkbenchStories(() => bench);
  reviewStories(() => bench);
  pageStories(() => bench);
  savedFilterStories(() => bench);
  accessReviewStories(() => bench);
  destinationStories(() => bench);
  deliveryStories(() => bench);
  exportStories(() => bench);
  explainStories(() => bench);
  everyPageStories(() => bench);
  hostileStories(() => bench);
  sizeStories(() => bench);
  signInStories(() => bench);
  sessionEndStories(() => bench);
  // Last: it may change what it passes.
  randomWalk(() => bench);
});
