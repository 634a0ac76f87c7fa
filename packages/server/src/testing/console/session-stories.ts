import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

/** Ending a session, with and without permission. */
export const sessionStories = (bench: () => ConsoleBench): void => {
  describe('sessions', () => {
    it('a security lead finds a session by its user, ends it and follows the audit event', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('s', 'Sessions');
      // By a part of the name: nobody knows ids.
      await visit.fill(page.getByLabel('User', { exact: true }), 'support tools');
      await page.getByRole('option', { name: /usr_support_owner/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/user_id=usr_support_owner/);
      await visit.choose(page.getByLabel('State', { exact: true }), 'active');
      await page.waitForURL(/user_id=usr_support_owner&state=active/);
      const session = page.locator('tbody a').first();
      const id = await session.innerText();
      await visit.expectAccessible();
      await visit.press(session);
      await visit.panel(id);
      await visit.press(visit.button('End session'));
      const link = await visit.decide('End session', 'incident_response');
      await visit.followToAudit(link, 'session.terminated');
      await page.goBack();
      await visit.panel(id);
      await page.getByText('Who has applied it').waitFor();
      // What has ended is not offered again.
      expect(await visit.actions()).to.deep.equal([]);
      await visit.end();
    });

    it('filters are chosen by arrow keys alone: the focus stays, and the address says what is shown', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      const focused = page.locator(':focus');
      await visit.go('s', 'Sessions');
      await page.keyboard.press('/');
      await page.keyboard.press('Tab');
      await page.keyboard.type('usr_support_owner');
      await page.keyboard.press('Enter');
      await page.waitForURL(/user_id=usr_support_owner/);
      expect(await focused.getAttribute('name')).to.equal('user_id');
      while ((await focused.getAttribute('name')) !== 'state') await page.keyboard.press('Tab');
      for (const state of ['pending', 'active', 'idle']) {
        await page.keyboard.press('ArrowDown');
        await page.waitForURL(new RegExp(`user_id=usr_support_owner&state=${state}`));
        await page.locator('table.list, .empty').first().waitFor();
        expect(await focused.inputValue()).to.equal(state);
      }
      await page.goBack();
      await page.waitForURL(/state=active/);
      await page.locator('[name=state] option[value=active]:checked').waitFor({ state: 'attached' });
      await page.getByRole('link', { name: 'Show all' }).press('Enter');
      await page.waitForURL((url) => !url.search.includes('state='));
      await page
        .locator('form.filters input:not(:placeholder-shown), form.filters option:checked:not([value=""])')
        .first()
        .waitFor({ state: 'detached' });
      await visit.end();
    });

    it('goes through the records of a list in the panel beside it, and comes back to the row', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('s', 'Sessions');
      const ids = await page.locator('tbody a').allInnerTexts();
      const [first = '', second = '', third = ''] = ids;
      // With the keyboard alone: j to the second row, Enter, j and k through the records, Escape.
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await visit.panel(second);
      expect(await page.locator(':focus').innerText()).to.equal(second);
      await visit.expectAccessible();
      await page.keyboard.press('j');
      await visit.panel(third);
      await page.keyboard.press('k');
      await visit.panel(second);
      await visit.press(visit.button('Previous'));
      await visit.panel(first);
      expect(await visit.button('Previous').isDisabled()).to.equal(true);
      await page.waitForURL((url) => url.searchParams.get('open') === first);
      await page.locator('.panel h2').first().focus();
      await page.keyboard.press('Escape');
      await page.locator('.panel').waitFor({ state: 'detached' });
      expect(await page.locator(':focus').innerText()).to.equal(first);
      await visit.press(page.locator('tbody a').nth(2));
      const panel = await visit.panel(third);
      await visit.press(panel.getByRole('link', { name: 'Open its page' }));
      await visit.heading(third);
      await visit.end();
    });

    it('ends several sessions for one reason, names the one that failed, and sends it again', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      visit.expectRefusals(409);
      await visit.open('sessions?state=active');
      await page.waitForURL(/state=active/);
      await page.locator('tbody a').nth(2).waitFor();
      const ids = (await page.locator('tbody a').allInnerTexts()).slice(-2);
      const [, failing = ''] = ids;
      const isTerminating = new RegExp(`/sessions/${failing}/terminate`);
      const keys: (string | null)[] = [];
      await page.route(isTerminating, async (route) => {
        keys.push(await route.request().headerValue('idempotency-key'));
        if (keys.length > 1) return route.continue();
        const json = { reasonCode: 'idempotency_in_progress', message: 'planted' };
        return route.fulfill({ status: 409, json });
      });
      for (const id of ids) await visit.tick(page.getByLabel(`Select ${id}`));
      await visit.press(page.locator('.list-bar').getByRole('button', { name: 'End session' }));
      const dialog = page.locator('[role=dialog]');
      await visit.press(dialog.getByRole('button', { name: 'incident response' }));
      await visit.fill(dialog.getByLabel('Reason in words'), 'Two at once');
      await dialog.getByText('0 of 2 done').waitFor();
      await visit.press(dialog.getByRole('button', { name: 'End session (2)' }));
      await dialog.getByText('1 of 2 done, 1 failed').waitFor();
      expect(await dialog.locator('[data-step=failed]').innerText()).to.contain(failing);
      await visit.expectAccessible();
      await visit.press(dialog.getByRole('button', { name: 'Try the other 1 again' }));
      const toast = await visit.done('End session');
      await toast.locator('[data-audit-event]').nth(1).waitFor();
      expect(await toast.locator('[data-audit-event]').allInnerTexts()).to.deep.equal([
        'session.terminated',
        'session.terminated',
      ]);
      expect(new Set(keys).size, 'one key for the call that was sent twice').to.equal(1);
      expect(keys.length).to.be.greaterThan(1);
      await visit.end();
    });

    it('somebody else was faster: the form stays, what differs is shown, and it is sent only then', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      visit.expectRefusals(412);
      await visit.open('sessions/ses_demo_010');
      await visit.heading('ses_demo_010');
      await visit.press(visit.button('End session'));
      const token = await bench().tokenOf('usr_security_lead');
      const path = '/v1/sessions/ses_demo_010?environment_id=production';
      const { user_id, client_surface_id } = (await bench().service.call(path, { token })).json;
      const body = { user_id, client_surface_id, state: 'idle' };
      const reported = await bench().service.call(path, { method: 'PUT', token, body });
      expect(reported.status, reported.text).to.equal(200);
      const dialog = page.locator('[role=dialog]');
      await visit.fill(dialog.getByLabel('Reason code'), 'incident_response');
      await visit.fill(dialog.getByLabel('Reason in words'), 'kept');
      await visit.press(dialog.getByRole('button', { name: 'End session' }));
      await dialog.getByText('Somebody else changed this record').waitFor();
      expect(await dialog.locator('table.difference').innerText()).to.match(/state\s+active\s+idle/);
      expect(await dialog.getByLabel('Reason in words').inputValue()).to.equal('kept');
      await visit.expectAccessible();
      await visit.press(dialog.getByRole('button', { name: 'Apply anyway' }));
      await visit.done('End session');
      await visit.end();
    });

    it('a product viewer sees sessions and is offered nothing', async () => {
      const visit = await bench().visit('usr_product_viewer');
      await visit.go('s', 'Sessions');
      await visit.press(visit.page.locator('tbody a').first());
      await visit.page.locator('dl.facts').waitFor();
      expect(await visit.actions()).to.deep.equal([]);
      await visit.end();
    });

    it('an auditor has no such page, and a link to it says what is missing', async () => {
      const visit = await bench().visit('usr_internal_auditor');
      visit.expectRefusals(403);
      expect(
        await visit.page.getByRole('navigation', { name: 'Pages', exact: true }).innerText(),
      ).not.to.contain('Sessions');
      await visit.open('sessions?environment=production');
      expect(await visit.page.getByRole('alert').innerText()).to.match(
        /permission_denied[\s\S]*session\.read[\s\S]*req_/,
      );
      await visit.end();
    });
  });
};
