import { readFile } from 'node:fs/promises';
import { makeConductAccessReviews } from '@govgate/application';
import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';
import type { Visit } from './visit.js';

const LEAD = 'usr_security_lead';
/** May read the trail and nothing of access reviews, but is a reviewer. */
const AUDITOR = 'usr_internal_auditor';

// A hidden tab polls nothing: what it reads then is read for another reason.
const HIDES = `Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'))`;

interface Item {
  readonly item_id: string;
  readonly resource_id: string;
  readonly decision: string;
}

/** Opening, conducting and ending access reviews. */
export const accessReviewStories = (bench: () => ConsoleBench): void => {
  describe('access reviews', () => {
    it('an administrator opens one, keeps two grants and revokes one, and cancels it', async () => {
      const visit = await bench().visit(LEAD);
      const { page } = visit;
      await visit.go('x', 'Role bindings');
      await visit.press(page.getByRole('link', { name: 'Access reviews', exact: true }));
      await visit.heading('Access reviews');
      expect(await visit.actions()).to.deep.equal([
        'Review access in the tenant',
        'Review access in production',
      ]);
      await visit.press(visit.button('Review access in production'));
      const dialog = page.locator('[role=dialog]');
      await visit.fill(dialog.getByLabel('Name', { exact: true }), 'Production');
      const users = page.getByRole('combobox', { name: 'Reviewing users', exact: true });
      await visit.fill(users, 'internal');
      await page.getByRole('option', { name: AUDITOR }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await users.inputValue()).to.equal(AUDITOR);
      await visit.choose(dialog.getByLabel('Due in', { exact: true }), '1 week');
      await visit.decide('Review access in production', 'quarterly');

      await visit.press(page.getByRole('main').getByRole('link', { name: 'Production', exact: true }));
      await visit.heading('Production');
      await page.getByText('The grants are being listed').waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await conduct(bench());
      await row(visit, 'rb_demo_16').waitFor();
      await visit.expectAccessible();

      await visit.tick(row(visit, 'rb_demo_05').getByRole('checkbox'));
      await visit.tick(row(visit, 'rb_demo_07').getByRole('checkbox'));
      await page.getByText('2 selected').waitFor();
      await visit.press(page.locator('.section .chips').getByRole('button', { name: 'Keep' }));
      await page.locator('[data-deciding="2"]').waitFor();
      await visit.decide('Keep', 'still_needed');
      await row(visit, 'rb_demo_05').waitFor({ state: 'detached' });
      await visit.press(row(visit, 'rb_demo_16').getByRole('button', { name: 'Revoke' }));
      await visit.fill(dialog.getByLabel('Reason in words'), 'The incident is over');
      await visit.decide('Revoke', 'no_longer_needed');
      await row(visit, 'rb_demo_16').waitFor({ state: 'detached' });
      await page.getByText(/undecided, 2 kept, 1 revoked/).waitFor();

      expect(await decisionsOf(bench(), id)).to.include({
        rb_demo_05: 'keep',
        rb_demo_07: 'keep',
        rb_demo_16: 'revoke',
      });
      expect((await ask(bench(), '/v1/admin/role-bindings/rb_demo_16')).status).to.equal('disabled');
      const events = await eventsOf(bench(), id);
      expect(events.filter((type) => type === 'access_review.decided').length).to.equal(3);
      expect(events.at(-1)).to.equal('access_review.opened');

      await visit.choose(page.getByLabel('Decision', { exact: true }), 'revoke');
      await page.waitForURL(/decision=revoke/);
      expect(await row(visit, 'rb_demo_16').innerText()).to.match(
        /usr_incident_commander user[\s\S]*Role: break_glass_admin[\s\S]*revoked[\s\S]*The incident is over/,
      );
      // What was revoked stays so.
      expect(await row(visit, 'rb_demo_16').getByRole('button').count()).to.equal(0);
      await visit.press(visit.button('Cancel the review'));
      const link = await visit.decide('Cancel the review', 'opened_by_mistake');
      await visit.button('Cancel the review').waitFor({ state: 'detached' });
      expect(await page.locator('.section').getByRole('button', { name: 'Keep' }).count()).to.equal(0);
      await visit.followToAudit(link, 'access_review.cancelled');
      await visit.end();
    });

    it('a reviewer without permissions comes to it from the overview, decides, and saves the report', async () => {
      const id = await opened(bench(), 'For the auditor', AUDITOR);
      const visit = await bench().visit(AUDITOR);
      const { page } = visit;
      await visit.press(page.getByRole('link', { name: /access reviews?$/ }));
      await visit.press(page.getByRole('link', { name: 'For the auditor', exact: true }));
      await visit.heading('For the auditor');
      expect(await visit.actions()).to.deep.equal([]);
      // They may not read role bindings, so nothing leads there; and nobody decides on a grant of their own.
      await row(visit, 'rb_demo_11').waitFor();
      expect(await row(visit, 'rb_demo_11').locator('a, button, input').count()).to.equal(0);
      await visit.press(row(visit, 'rb_demo_08').getByRole('button', { name: 'Keep' }));
      const link = await visit.decide('Keep', 'still_needed');
      expect((await decisionsOf(bench(), id)).rb_demo_08).to.equal('keep');

      for (const [button, ending, holds] of [
        ['Save as Markdown', 'md', /^# Access review For the auditor[\s\S]*rb\\_demo\\_08/],
        ['Save as CSV', 'csv', /^access_review_id,[\s\S]*rb_demo_08/],
      ] as const) {
        const [saved] = await Promise.all([page.waitForEvent('download'), visit.press(visit.button(button))]);
        expect(saved.suggestedFilename()).to.equal(`${id}.${ending}`);
        expect(await readFile(await saved.path(), 'utf8')).to.match(holds);
      }
      expect(await page.locator('[data-report=csv]').innerText()).to.match(/^Saved\. .*checkpoint/);
      await visit.followToAudit(link, 'access_review.decided');
      await visit.end();
    });

    it('a reviewer without any role sees their access reviews and nothing else', async () => {
      await ask(bench(), '/v1/users', { user_id: 'usr_manager', display_name: 'Manager' });
      const stranger = await bench().visit();
      stranger.expectRefusals(403);
      await stranger.signIn(await bench().tokenOf('usr_manager'));
      await stranger.heading('No environment');
      await stranger.end();

      await opened(bench(), 'For the manager', 'usr_manager');
      const visit = await bench().visit('usr_manager');
      const { page } = visit;
      await visit.heading('Access reviews');
      await page.locator('tbody a').first().waitFor();
      expect(await page.getByRole('main').locator('tbody a').allInnerTexts()).to.deep.equal([
        'For the manager',
      ]);
      await visit.press(page.getByRole('link', { name: 'For the manager', exact: true }));
      await visit.press(row(visit, 'rb_demo_09').getByRole('button', { name: 'Keep' }));
      await visit.fill(page.locator('[role=dialog]').getByLabel('Reason code'), 'still_needed');
      await visit.press(page.locator('[role=dialog]').getByRole('button', { name: 'Keep' }));
      await (await visit.done('Keep')).getByText('which you may not read').waitFor();
      await visit.end();
    });

    it('the form says which grant somebody else has revoked meanwhile, and the list is as it is now', async () => {
      const id = await opened(bench(), 'Two at once', AUDITOR);
      const visit = await bench().visit(LEAD);
      const { page } = visit;
      await visit.open(`access/reviews/${id}`);
      await visit.tick(row(visit, 'rb_demo_04').getByRole('checkbox'));
      await visit.tick(row(visit, 'rb_demo_10').getByRole('checkbox'));
      await visit.press(page.locator('.section .chips').getByRole('button', { name: 'Keep' }));
      const dialog = page.locator('[role=dialog]');
      await dialog.locator('[data-deciding="2"]').waitFor();
      const item = (await itemsOf(bench(), id)).find(({ resource_id }) => resource_id === 'rb_demo_10');
      const revoked = { item_id: item?.item_id, decision: 'revoke', reason_code: 'no_longer_needed' };
      await ask(bench(), `/v1/access-reviews/${id}/decide`, { decisions: [revoked] });
      await page.evaluate(HIDES);
      visit.expectRefusals(409);
      await visit.fill(dialog.getByLabel('Reason code'), 'still_needed');
      await visit.press(dialog.getByRole('button', { name: 'Keep' }));
      const refused = dialog.getByRole('alert').locator('bdi').first();
      await refused.waitFor();
      expect(await refused.innerText()).to.match(
        /^usr_platform_engineer – Role: server_owner .* was not decided: somebody else has revoked it meanwhile/,
      );
      await visit.expectAccessible();
      await row(visit, 'rb_demo_10').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect((await decisionsOf(bench(), id)).rb_demo_10).to.equal('revoke');
      await visit.end();
    });
  });
};

const row = ({ page }: Visit, resourceId: string) => page.locator(`tr[data-item="${resourceId}"]`);

/** Calls the API as the administrator. */
const ask = async ({ service, tokenOf }: ConsoleBench, path: string, body?: object) => {
  const { json, status, text } = await service.call(path, { token: await tokenOf(LEAD), body });
  expect(status, text).to.be.lessThan(300);
  return json;
};

/** What the background work does: it lists the grants of reviews that were opened. */
const conduct = async ({ service: { ports } }: ConsoleBench): Promise<void> => {
  const job = { job: 'conduct_access_reviews', jobId: 'x', tenantId: '', environmentId: null, subjectId: '' };
  await makeConductAccessReviews(ports)({ ...job, requestId: 'x' }, { aborted: false });
};

/** The review that the demonstration has open. */
export const demoReview = async (bench: ConsoleBench): Promise<string> => {
  const { items } = await ask(bench, '/v1/access-reviews?q=quarterly');
  return items[0].access_review_id;
};

/** A review of the tenant's role bindings by one reviewer, open for decisions. */
const opened = async (bench: ConsoleBench, name: string, reviewer: string): Promise<string> => {
  const { access_review_id } = await ask(bench, '/v1/access-reviews', {
    name,
    kinds: ['role_binding'],
    reviewers: [{ subject_type: 'user', subject_id: reviewer }],
    due_at: '2099-01-01T00:00:00Z',
    when_unanswered: 'keep',
  });
  await conduct(bench);
  return access_review_id;
};

const itemsOf = async (bench: ConsoleBench, id: string): Promise<readonly Item[]> =>
  (await ask(bench, `/v1/access-reviews/${id}/items?limit=200`)).items;

const decisionsOf = async (bench: ConsoleBench, id: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await itemsOf(bench, id)).map(({ resource_id, decision }) => [resource_id, decision]));

const eventsOf = async (bench: ConsoleBench, id: string): Promise<readonly string[]> =>
  (await ask(bench, `/v1/audit/events?resource_id=${id}`)).items.map(
    ({ event_type }: { readonly event_type: string }) => event_type,
  );
