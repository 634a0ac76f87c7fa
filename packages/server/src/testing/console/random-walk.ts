import { expect } from 'chai';
import { IS_PROOF, tellProof } from '../proof-record.js';
import type { ConsoleBench } from './console-bench.js';
import type { Visit } from './visit.js';

/** Clicks, not seconds, so that a slow machine walks as far as a fast one. */
const CLICKS = IS_PROOF ? 600 : 60;
// A different path in each proof, and always the same one in the tests.
const SEED = Number(process.env.GOVGATE_WALK_SEED ?? (IS_PROOF ? Date.now() % 1_000_000 : 1));

// What can be clicked and seen. Signing out ends the walk, a dialog's own button would send an incomplete form.
const CLICKABLE = `[...document.querySelectorAll('a[href], button:not(:disabled), summary')].filter((one) =>
  one.checkVisibility() && (document.querySelector('[role=dialog]') === null || one.closest('[role=dialog]') !== null) &&
  !/^(Sign out|Copy id|Export)$/.test(one.textContent.trim()))`;

/** Nothing that can be clicked leads to a complaint of the browser or to a refusal. */
export const randomWalk = (bench: () => ConsoleBench): void => {
  describe('a random walk of clicks', function () {
    this.timeout(600_000);

    it(`leads to no error and no refusal (GOVGATE_WALK_SEED=${SEED})`, async () => {
      const visit = await bench().visit('usr_security_lead');
      await visit.heading('Overview');
      const began = Date.now();
      expect(await walk(visit, SEED, CLICKS), `GOVGATE_WALK_SEED=${SEED}`).to.deep.equal([]);
      tellProof({
        id: 'console-walk',
        what: 'clicks at random in the console, without an error or a refusal',
        trials: CLICKS,
        broken: 0,
        measured: `${Math.round((Date.now() - began) / 1000)} s`,
      });
      await visit.end();
    });

    for (const [what, fault] of [
      ['an error', "throw new Error('planted')"],
      ['an unhandled rejection', "Promise.reject(new Error('planted'))"],
      ['a refusal', "fetch('/v1/policies?environment_id=production')"],
      [
        'a breach of the CSP',
        "document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/x.png' }))",
      ],
    ])
      it(`notices ${what} after a click`, async () => {
        const visit = await bench().visit('usr_security_lead');
        await visit.heading('Overview');
        await visit.page.evaluate(`document.addEventListener('click', () => { ${fault} })`);
        expect(await walk(visit, 1, 5)).not.to.deep.equal([]);
        await visit.page.context().close();
      });
  });
};

const clickOne = (place: number): string => `{
  const all = ${CLICKABLE};
  const one = all[Math.floor(${place} * all.length)];
  one?.click();
  one === undefined ? 'nothing' : one.tagName + ' ' + one.textContent.trim().slice(0, 60) + ' on ' + location.pathname;
}`;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
const numbersOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Clicks at random, and tells after which click the browser complained or a button led to a refusal. */
const walk = async ({ page, complaints }: Visit, seed: number, clicks: number): Promise<string[]> => {
  const next = numbersOf(seed);
  const wrong: string[] = [];
  let last = 'nothing';
  page.on('response', (answer) => {
    if (answer.status() >= 400 && answer.status() !== 412)
      wrong.push(`${answer.status()} ${answer.url()} after ${last}`);
  });
  for (let click = 0; click < clicks && wrong.length === 0 && complaints.length === 0; click += 1) {
    last = (await page.evaluate(clickOne(next()))) as string;
    // A page that polls is never idle. What is answered later is noticed behind one of the next clicks.
    await page.waitForTimeout(100);
  }
  return [...wrong, ...complaints.map((one) => `${one} after ${last}`)];
};
