import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

/** Why somebody can or cannot do something. */
export const explainStories = (bench: () => ConsoleBench): void => {
  describe('explained access', () => {
    it('a security lead sees why another one may not publish policies, and what would be needed', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('x', 'Role bindings');
      await visit.press(page.getByRole('link', { name: 'Explain', exact: true }));
      await visit.heading('Why can they?');
      await visit.fill(page.getByLabel('Who', { exact: true }), 'usr_product_viewer');
      await visit.choose(page.getByLabel('Permission', { exact: true }), 'policy.publish');
      await page.locator('[data-verdict=denied]').waitFor();
      expect(await page.getByRole('status').innerText()).to.match(
        /^usr_product_viewer may not: policy\.publish in production\. /,
      );
      const grants = await page.locator('tr[data-applies]').allInnerTexts();
      expect(grants.join('\n')).to.match(/viewer[\s\S]*The role does not hold this permission\./);
      expect(await page.locator('[data-needed]').innerText()).to.match(
        /policy_admin[\s\S]*environment production/,
      );
      // The same question about somebody who may.
      await visit.fill(page.getByLabel('Who', { exact: true }), 'usr_policy_author');
      await visit.press(page.getByRole('button', { name: 'Apply' }));
      await page.waitForURL(/subject_id=usr_policy_author/);
      await page.getByRole('status').filter({ hasText: 'usr_policy_author' }).waitFor();
      await visit.end();
    });

    it('a security lead sees who may publish policies, by which grants, and comes to where one is ended', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('x', 'Role bindings');
      await visit.press(page.getByRole('link', { name: 'Who can', exact: true }));
      await visit.heading('Who can do it?');
      await visit.choose(page.getByLabel('Permission', { exact: true }), 'policy.publish');
      await page.getByRole('link', { name: 'Policy author' }).waitFor();
      await visit.expectAccessible();
      const row = page.locator('tbody tr', { hasText: 'Policy author' });
      await visit.press(row.getByRole('link', { name: /^rb_/ }));
      await visit.panel('rb_demo_05');
      expect(await visit.actions()).to.deep.equal(['Disable']);
      await visit.end();
    });

    it('whoever may not read every role binding asks about themselves, and is offered nothing else', async () => {
      const visit = await bench().visit('usr_product_viewer');
      const { page } = visit;
      await visit.go('x', 'Role bindings');
      await visit.press(page.getByRole('link', { name: 'Explain', exact: true }));
      await visit.heading('Why can they?');
      await visit.choose(page.getByLabel('Permission', { exact: true }), 'session.terminate');
      await page.locator('[data-verdict=denied]').waitFor();
      expect(await page.getByRole('status').innerText()).to.match(
        /^usr_product_viewer may not: session\.terminate/,
      );
      expect(await page.getByLabel('Who', { exact: true }).count()).to.equal(0);
      expect(await page.getByRole('link', { name: 'Who can', exact: true }).count()).to.equal(0);
      await visit.choose(page.getByLabel('Permission', { exact: true }), 'session.read');
      await page.locator('[data-verdict=allowed]').waitFor();
      expect(await page.getByRole('status').innerText()).to.match(/^usr_product_viewer may: session\.read/);
      // An address that asks about others is treated as a question about oneself: nothing refused is requested.
      await visit.open(
        'access/explain?environment=production&permission=session.read&subject_id=usr_security_lead',
      );
      await page.getByRole('status').filter({ hasText: 'usr_product_viewer may' }).waitFor();
      await visit.end();
    });

    it('what belongs to the tenant itself, or names its own environment, is asked about without one', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      const answer = page.getByRole('status');
      const team = page.getByLabel('Owner team', { exact: true });
      await visit.open('access/explain?environment=production&permission=audit.read&owner_team=security');
      await answer.filter({ hasText: 'usr_security_lead may: audit.read in the tenant' }).waitFor();
      expect(await team.count()).to.equal(0);
      await visit.open('access/explain?environment=production&permission=role_binding.read');
      await answer.filter({ hasText: 'role_binding.read in production' }).waitFor();
      await visit.open(
        'access/explain?environment=production&permission=role_binding.read&resource_id=rb_demo_12',
      );
      await answer.filter({ hasText: 'role_binding.read in the tenant' }).waitFor();
      expect(await team.count()).to.equal(0);
      await visit.open('access/explain?environment=production&permission=policy.read&owner_team=security');
      await answer.filter({ hasText: 'policy.read in production' }).waitFor();
      expect(await team.inputValue()).to.equal('security');
      await visit.end();
    });
  });
};
