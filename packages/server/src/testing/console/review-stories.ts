import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

/** Deciding on pending items: servers, credentials, agents. */
export const reviewStories = (bench: () => ConsoleBench): void => {
  describe('reviews', () => {
    it('a reviewer takes what waits longest, and approves a server by its hash, tool by tool', async () => {
      const visit = await bench().visit('usr_registry_reviewer');
      const { page } = visit;
      await visit.go('r', 'Reviews');
      await page.locator('tbody tr').first().waitFor();
      const times = (await page.evaluate(
        `[...document.querySelectorAll('tbody [data-label=Since] time')].map((one) => one.dateTime)`,
      )) as string[];
      expect(times).to.deep.equal([...times].sort());
      await visit.expectAccessible();
      await visit.press(page.getByRole('link', { name: /^Customer records/ }));
      await page.getByRole('heading', { name: 'What changes' }).waitFor();
      await visit.press(visit.button('Approve'));
      const dialog = page.locator('[role=dialog]');
      expect(await dialog.innerText()).to.match(/sha256:[0-9a-f]{64}/);
      await visit.choose(dialog.locator('select').first(), 'approved');
      await visit.fill(dialog.getByLabel('Reason code'), 'reviewed');
      await visit.press(dialog.getByRole('button', { name: 'Approve' }));
      // A reviewer may not read the trail, and gets a message instead of a refusal.
      await (await visit.done('Approve')).getByText('which you may not read').waitFor();
      await visit.button('Approve').waitFor({ state: 'detached' });
      await visit.end();
    });

    it('a security lead approves a credential after seeing which sessions that affects', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('r', 'Reviews');
      await visit.press(page.getByRole('link', { name: 'srv_calendar' }));
      await visit.panel('cb_calendar_delegated');
      await visit.press(visit.button('Approve'));
      await page.locator('[role=dialog] [data-impact]').waitFor();
      await visit.fill(
        page.locator('[role=dialog]').getByLabel('Reason in words'),
        'Looked at in the weekly meeting',
      );
      const link = await visit.decide('Approve', 'reviewed');
      await visit.followToAudit(link, 'credential_binding.approval_changed');
      await visit.end();
    });

    it('approves the server in which nothing has changed, leaves the new one for a look of its own, and rejects several agents', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      const dialog = page.locator('[role=dialog]');
      await visit.open('reviews?kind=mcp_submission');
      await visit.tick(page.getByLabel(/^Select mcp-servers\/srv_payments/));
      await visit.tick(page.getByLabel(/^Select mcp-servers\/srv_calendar/));
      await visit.press(page.locator('.list-bar').getByRole('button', { name: 'Approve' }));
      await dialog.getByText('0 of 1 done, 1 not included').waitFor();
      expect(await dialog.locator('[data-step=alone]').innerText()).to.match(
        /Calendar[\s\S]*Open it to decide on it/,
      );
      await visit.press(dialog.getByRole('button', { name: 'reviewed' }));
      await visit.press(dialog.getByRole('button', { name: 'Approve (1)' }));
      await dialog.getByText('1 of 1 done, 1 not included').waitFor();
      await dialog.locator('[data-audit-event]').first().waitFor();
      await visit.press(dialog.getByRole('button', { name: 'Close', exact: true }).last());
      await visit.open('reviews?kind=agent');
      await page.waitForURL(/kind=agent/);
      await visit.tick(page.getByLabel(/^Select all/));
      await visit.press(page.locator('.list-bar').getByRole('button', { name: 'Reject' }));
      await dialog.getByText(/0 of \d done/).waitFor();
      await visit.press(dialog.getByRole('button', { name: 'not needed' }));
      await visit.fill(dialog.getByLabel('Reason in words'), 'Nobody uses them');
      await visit.press(dialog.getByRole('button', { name: /^Reject \(\d\)$/ }));
      const toast = await visit.done('Reject');
      expect(await toast.locator('[data-audit-event]').first().innerText()).to.equal('agent.rejected');
      await page.getByText('Nothing matches these filters').waitFor();
      await visit.end();
    });

    it('whoever submitted it is not asked to decide', async () => {
      const visit = await bench().visit('usr_credential_steward');
      await visit.open('bindings/cb_calendar_delegated');
      await visit.heading('cb_calendar_delegated');
      expect(await visit.actions()).not.to.include.members(['Approve']);
      await visit.end();
    });
  });
};
