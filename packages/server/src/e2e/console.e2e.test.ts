import { describeWithChromium } from '../../../../tools/test-services/require-service.js';
import { type ConsoleBench, startConsoleBench } from '../testing/console/console-bench.js';
import { policyStories } from '../testing/console/policy-stories.js';
import { sessionStories } from '../testing/console/session-stories.js';

// One file, so that the console is built once and one browser serves all of the stories.
describeWithChromium('the console in a browser', (program) => {
  let bench: ConsoleBench;
  before(async function () {
    this.timeout(60_000);
    bench = await startConsoleBench(program);
  });
  after(() => bench?.stop());

  sessionStories(() => bench);
  policyStories(() => bench);
});
