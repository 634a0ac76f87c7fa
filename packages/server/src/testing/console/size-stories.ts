import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

const LIMIT = 60 * 1024;

/** What a cold browser loads, and how soon there is something to see. */
export const sizeStories = (bench: () => ConsoleBench): void => {
  describe('what it weighs', () => {
    it('script and style are 60 kB compressed at most, and nothing comes from elsewhere', async () => {
      const { url } = bench().service;
      const page = await (await fetch(`${url}/console/`)).text();
      const files = [...page.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, file]) => file);
      expect(files).to.have.length(3);
      const sizes = await Promise.all(
        files.map(async (file) => {
          const answer = await fetch(`${url}/console/${file}`, { method: 'HEAD' });
          expect(answer.headers.get('content-encoding')).to.equal('gzip');
          return Number(answer.headers.get('content-length'));
        }),
      );
      expect(sizes.every((size) => size > 0)).to.equal(true);
      expect(sizes.reduce((sum, size) => sum + size)).to.be.lessThan(LIMIT);

      const visit = await bench().visit();
      const asked: string[] = [];
      visit.page.on('request', (request) => asked.push(new URL(request.url()).origin));
      await visit.signIn(await bench().tokenOf('usr_security_lead'));
      await visit.go('s', 'Sessions');
      await visit.page.locator('tbody a').first().waitFor();
      expect([...new Set(asked)]).to.deep.equal([url]);
      await visit.end();
    });
  });
};
