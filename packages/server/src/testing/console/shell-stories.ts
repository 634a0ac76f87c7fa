import { expect } from 'chai';
import { startTestService } from '../test-service.js';
import type { ConsoleBench } from './console-bench.js';

// How far a page scrolls sideways.
const ASIDE = `Math.max(...[document.documentElement, document.querySelector('main')].map((one) => one.scrollWidth - one.clientWidth))`;

/** What surrounds every page. */
export const shellStories = (bench: () => ConsoleBench): void => {
  describe('the shell', () => {
    it('stays signed in on request, until signing out', async () => {
      const visit = await bench().visit();
      const { page } = visit;
      await page.getByLabel('Stay signed in in this tab').check();
      await visit.signIn(await bench().tokenOf('usr_security_lead'));
      await page.reload();
      await visit.heading('Overview');
      await visit.button('Sign out').click();
      await page.reload();
      await page.getByLabel('Token').waitFor();
      await visit.end();
    });

    it('says what to do when a page cannot be loaded, as after an update', async () => {
      const visit = await bench().visit('usr_security_lead', { isCold: true });
      const { page } = visit;
      await visit.heading('Overview');
      visit.expectRefusals(404);
      await page.route('**/assets/chunk-*.js', (route) => route.fulfill({ status: 404 }));
      await page.keyboard.press('g');
      await page.keyboard.press('s');
      await page.getByText('This page could not be loaded.').waitFor();
      expect(await page.getByRole('alert').innerText()).to.contain('reload the browser tab');
      await visit.end();
    });

    it('has no traces of an earlier visit', async () => {
      const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
      const first = await bench().visit();
      await first.page.evaluate(
        "localStorage.setItem('a', 'b'); sessionStorage.setItem('a', 'b'); document.cookie = 'a=b'",
      );
      expect(await first.page.evaluate(kept)).to.equal('[{"a":"b"},{"a":"b"},"a=b"]');
      await first.end();
      const second = await bench().visit();
      expect(await second.page.evaluate(kept)).to.equal('[{},{},""]');
      await second.end();
    });

    it('says why a token is refused, and repeats nothing of it', async () => {
      const visit = await bench().visit();
      visit.expectRefusals(401);
      await visit.page.getByLabel('Token').fill('ggw_wrong_wrong_wrong');
      await visit.button('Sign in').click();
      const said = await visit.page.getByRole('alert').innerText();
      expect(said).to.match(/token_invalid[\s\S]*req_/);
      expect(said).not.to.contain('ggw_');
      await visit.end();
    });

    it('shows tenant and environment always, switches by the keyboard, and lists its keys', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.heading('Overview');
      await page.getByText('wait for your decision').waitFor();
      expect(await page.locator('[data-tenant]').innerText()).to.equal('demo');
      await page.keyboard.press('e');
      await page.keyboard.press('ArrowDown');
      await page.waitForURL(/environment=staging/);
      await page.locator('h1').focus();
      await page.keyboard.press('?');
      await page.getByRole('heading', { name: 'Keys' }).waitFor();
      await visit.expectAccessible();
      await page.keyboard.press('Escape');
      await visit.end();
    });

    it('finds a page and a record by a part of the name', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.heading('Overview');
      await page.keyboard.press('Control+k');
      const dialog = page.locator('[role=dialog]');
      await dialog.getByRole('link', { name: 'Credential bindings' }).waitFor();
      await page.keyboard.type('triage');
      await dialog.getByRole('link', { name: 'agt_ticket_triage' }).waitFor();
      await visit.expectAccessible();
      await visit.press(dialog.getByRole('link', { name: 'agt_ticket_triage' }));
      await visit.heading('Ticket triage');
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.keyboard.type('data pl');
      await page.keyboard.press('Enter');
      await visit.heading('Data planes');
      await visit.end();
    });

    it('searches every list by name but that of events, with the key / first', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('a', 'Agents');
      await page.keyboard.press('/');
      await page.keyboard.type('TRIAGE');
      await page.keyboard.press('Enter');
      await page.waitForURL(/q=TRIAGE/);
      await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
      expect(await page.locator('tbody a').allInnerTexts()).to.deep.equal(['agt_ticket_triage']);
      await visit.open('audit');
      await visit.heading('Audit');
      expect(await page.getByLabel('Name or id').count()).to.equal(0);
      await visit.end();
    });

    it('loses no key pressed as soon as a page appears', async () => {
      const visit = await bench().visit();
      await visit.page.evaluate(`new MutationObserver((_, observer) => {
        if (document.querySelector('nav[aria-label=Pages]') === null) return;
        observer.disconnect();
        for (const key of ['g', 's']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      }).observe(document.body, { childList: true, subtree: true })`);
      await visit.signIn(await bench().tokenOf('usr_security_lead'));
      await visit.heading('Sessions');
      await visit.end();
    });

    it('leaves the focus where a key pressed as soon as a page appears has moved it', async () => {
      const visit = await bench().visit('usr_security_lead');
      await visit.page.evaluate(`new MutationObserver((_, observer) => {
        if (document.querySelector('[data-search=true]') === null) return;
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      }).observe(document.body, { childList: true, subtree: true })`);
      await visit.go('s', 'Sessions');
      // Whatever is put off until a page was painted has run then.
      await visit.page.evaluate('new Promise((then) => requestAnimationFrame(() => setTimeout(then, 200)))');
      expect(await visit.page.locator(':focus').getAttribute('name')).to.equal('q');
      await visit.end();
    });

    it('can be switched off, and otherwise answers like the rest of the service', async () => {
      const without = await startTestService({ settings: { GOVGATE_CONSOLE: 'false' } });
      const gone = await without.call('/console/');
      expect([gone.status, gone.json.reasonCode]).to.deep.equal([404, 'route_not_found']);
      await without.stop();
      const { call } = bench().service;
      const page = await call('/console/', { headers: { 'x-request-id': 'req_mine' } });
      expect([page.status, page.headers.get('x-request-id')]).to.deep.equal([200, 'req_mine']);
      const file = await call('/console/assets/nothing.js');
      expect([file.status, file.json.reasonCode]).to.deep.equal([404, 'route_not_found']);
    });

    it('works in a narrow window, and in dark mode', async () => {
      const visit = await bench().visit('usr_security_lead', { width: 360, colorScheme: 'dark' });
      for (const path of ['', 'sessions', 'data-planes', 'access']) {
        await visit.open(path);
        await visit.page.locator('main').locator('table.list, .card ul').first().waitFor();
        await visit.page.locator('main .loading').first().waitFor({ state: 'detached' });
        expect(await visit.page.evaluate(ASIDE), path).to.equal(0);
        await visit.expectAccessible();
      }
      await visit.end();
    });
  });
};
