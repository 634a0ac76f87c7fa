import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

const LIMIT = 350 * 1024;
// As they came over the wire: compressed.
const LOADED = `JSON.stringify(performance.getEntriesByType('resource')
  .filter(({ name }) => /\\.(js|css)$/.test(name)).map(({ encodedBodySize }) => encodedBodySize))`;

/** What a cold browser loads. */
export const sizeStories = (bench: () => ConsoleBench): void => {
  describe('what it weighs', () => {
    it('scripts and styles are 350 kB compressed at most until the overview is shown, and nothing comes from elsewhere', async () => {
      const { url } = bench().service;
      const visit = await bench().visit(undefined, { isCold: true });
      const requests: string[] = [];
      visit.page.on('request', (request) => requests.push(new URL(request.url()).origin));
      await visit.signIn(await bench().tokenOf('usr_security_lead'));
      await visit.page.locator('main .card ul').first().waitFor();
      const files = JSON.parse((await visit.page.evaluate(LOADED)) as string) as readonly number[];
      expect(files.length).to.be.greaterThan(1);
      expect(files.every((size) => size > 0)).to.equal(true);
      expect(files.reduce((sum, size) => sum + size)).to.be.lessThan(LIMIT);
      await visit.go('s', 'Sessions');
      await visit.page.locator('tbody a').first().waitFor();
      expect([...new Set(requests)]).to.deep.equal([url]);
      await visit.end();
    });
  });
};
