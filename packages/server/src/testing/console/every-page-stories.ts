import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { demoReview } from './access-review-stories.js';
import type { ConsoleBench } from './console-bench.js';

/** A list and a record of each page, as far as the demonstration has them. */
const EVERY_PAGE = [
  '',
  'reviews',
  'policies',
  'policies/pv_next',
  'sessions',
  'mcp-servers',
  'mcp-servers/srv_customer_records',
  'mcp-servers/srv_customer_records/sub_production_customer_records_2',
  'agents',
  'agents/agt_ticket_triage',
  'surfaces',
  'bindings',
  'data-planes',
  'data-planes/dp_05',
  'destinations',
  'destinations/dst_telemetry',
  'access/role-bindings',
  'access/users',
  'access/reviews',
  'access/explain',
  'audit',
] as const;

// How far the page scrolls sideways, and which texts are cut off where nothing scrolls.
const SPILLS = `JSON.stringify({
  aside: Math.max(...[document.documentElement, document.querySelector('main')].map((one) => one.scrollWidth - one.clientWidth)),
  cut: [...document.querySelectorAll('main *, header *, nav *')].filter((one) => {
    const style = getComputedStyle(one);
    return /hidden|clip/.test(style.overflowX) && style.clipPath === 'none' && style.clip === 'auto' && one.scrollWidth > one.clientWidth + 1;
  }).map((one) => one.outerHTML.slice(0, 120)),
})`;

const MOVES = `document.getAnimations().length + [...document.querySelectorAll('*')].filter((one) => {
  const { transitionDuration, animationName } = getComputedStyle(one);
  return animationName !== 'none' || transitionDuration.split(',').some((time) => parseFloat(time) > 0);
}).length`;

/** 360 px is a phone; 640 px is what remains of 1280 at a zoom of 200 %. */
export const everyPageStories = (bench: () => ConsoleBench): void => {
  describe('every page', () => {
    it('fits 360 px and a zoom of 200 %, cuts nothing off, and animates nothing where that is requested', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      const wrong: string[] = [];
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const path of [...EVERY_PAGE, `access/reviews/${await demoReview(bench())}`]) {
        await visit.open(path);
        await page.waitForURL((url) => url.pathname === `/console/${path}`);
        await page.locator('main h1').waitFor();
        await page.locator('main .loading').first().waitFor({ state: 'detached' });
        wrong.push(...(await spillsOf(page, path)));
        if ((await page.evaluate(MOVES)) !== 0) wrong.push(`${path} moves`);
      }
      expect(wrong).to.deep.equal([]);
      await visit.end();
    });

    it('is noticed where it spills, cuts off or moves', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.heading('Overview');
      expect(await page.evaluate(MOVES)).to.be.greaterThan(0);
      // In one go: what the page redraws removes what is not its own.
      const reported = await page.evaluate(`{
        const wide = document.createElement('div');
        wide.style.cssText = 'width: 3000px; height: 1px';
        const cut = document.createElement('p');
        cut.style.cssText = 'width: 20px; overflow: hidden; white-space: nowrap';
        cut.textContent = 'much longer than that';
        document.querySelector('main').append(wide, cut);
        ${SPILLS};
      }`);
      const { aside, cut } = JSON.parse(reported as string);
      expect(aside).to.be.greaterThan(0);
      expect(cut).to.have.length(1);
      await visit.end();
    });
  });
};

const spillsOf = async (page: Page, path: string): Promise<string[]> => {
  const wrong: string[] = [];
  for (const width of [640, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const { aside, cut } = JSON.parse((await page.evaluate(SPILLS)) as string);
    if (aside > 0 || cut.length > 0) wrong.push(`${path} at ${width}: ${aside} px aside, cut ${cut}`);
  }
  return wrong;
};
