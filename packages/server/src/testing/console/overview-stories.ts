import { expect } from 'chai';
import { ADMIN_TOKEN, startTestService } from '../test-service.js';
import type { ConsoleBench } from './console-bench.js';

/** What the page that somebody sees first leads to. */
export const overviewStories = (bench: () => ConsoleBench): void => {
  describe('the overview', () => {
    it('is asked for once, and leads from what is wrong to the record', async () => {
      const visit = await bench().visit();
      const { page } = visit;
      const requests: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/v1/')) requests.push(pathname);
      });
      await visit.signIn(await bench().tokenOf('usr_security_lead'));
      await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
      expect(requests).to.deep.equal(['/v1/identity/me', '/v1/identity/me/reach', '/v1/overview']);
      await visit.expectAccessible();
      await visit.press(page.getByRole('listitem').filter({ hasText: 'unhealthy' }).getByRole('link'));
      await visit.heading('Data planes');
      await visit.press(page.locator('tbody a').first());
      await page.locator('main dl.facts').getByText('unhealthy').waitFor();
      await visit.end();
    });

    it('says beside the navigation what its card says, and leads to the reviews of a kind', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      const said = await page.getByText(/^\d+ waits? for your decision\.$/).innerText();
      const [count] = said.split(' ');
      await page
        .getByRole('navigation', { name: 'Pages' })
        .getByRole('link', { name: `Reviews ${count} waiting` })
        .waitFor();
      const kind = page.getByRole('link', { name: /^\d+ credential bindings?$/ });
      const [ofKind] = (await kind.innerText()).split(' ');
      await visit.press(kind);
      await visit.heading('Reviews');
      await page.locator('tbody tr').first().waitFor();
      expect(await page.locator('tbody tr').count()).to.equal(Number(ofKind));
      await visit.press(page.getByRole('link', { name: 'Show all' }));
      await page.locator('tbody tr').nth(Number(ofKind)).waitFor();
      expect(await page.locator('tbody tr').count()).to.equal(Number(count));
      await visit.end();
    });

    it('begins with the first steps in an empty environment', async () => {
      const service = await startTestService();
      const visit = await bench().visitAt(service.url);
      const { page } = visit;
      await visit.signIn(ADMIN_TOKEN);
      await visit.open('?environment=production');
      await page.getByText('0 of 6 done.').waitFor();
      await visit.press(page.getByRole('link', { name: 'Register an agent' }));
      await visit.heading('Agents');
      await visit.end();
      await service.stop();
    });

    it('shows somebody without a role in the trail nothing of it', async () => {
      const visit = await bench().visit('usr_credential_steward');
      const { page } = visit;
      await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
      expect(await page.getByRole('heading', { name: 'Audit trail' }).count()).to.equal(0);
      await visit.end();
    });
  });
};
