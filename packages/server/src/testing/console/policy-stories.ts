import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

/** From a draft to the active version, and back. */
export const policyStories = (bench: () => ConsoleBench): void => {
  describe('policies', () => {
    it('a policy author reads a draft, tries a call against two versions and compares them', async () => {
      const visit = await bench().visit('usr_policy_author');
      const { page } = visit;
      await visit.go('p', 'Policies');
      await visit.expectAccessible();
      await visit.press(page.getByRole('link', { name: 'pv_next' }));
      await visit.heading('pv_next');
      await page.getByText('Everybody may do tool.list').waitFor();
      await visit.fill(page.getByLabel('MCP server'), 'srv_ticketing');
      await visit.fill(page.getByLabel('Tool', { exact: true }), 'close_ticket');
      await visit.choose(page.getByLabel('Action'), 'tool.list');
      await visit.choose(page.getByLabel('Also by this version'), 'pv_prod_003');
      await visit.press(visit.button('Decide'));
      expect(await page.locator('[data-decision=pv_next] .badge').first().innerText()).to.equal('allow');
      expect(await page.locator('[data-decision=pv_prod_003] .badge').first().innerText()).to.equal('deny');
      await visit.choose(page.getByLabel('Compare with'), 'pv_prod_003');
      await page.locator('[data-diff]').getByText('Newly allowed').first().waitFor();
      await visit.end();
    });

    it('a draft with findings names their positions, is edited, validated, and its findings are gone', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('p', 'Policies');
      await visit.press(visit.button('New draft'));
      const dialog = page.locator('[role=dialog]');
      await visit.fill(dialog.getByLabel('Version'), 'pv_story');
      await visit.fill(dialog.getByLabel('Owner team'), 'security');
      await visit.fill(
        dialog.getByLabel('Manifest'),
        '{\n  "manifest_version": "1.0",\n  "default_effect": "maybe",\n  "rules": []\n}\n',
      );
      await visit.expectAccessible();
      await visit.press(dialog.getByRole('button', { name: 'New draft' }));
      await (await visit.done('New draft')).getByRole('link', { name: 'policy.created' }).waitFor();
      await visit.press(page.getByRole('table').getByRole('link', { name: 'pv_story' }));
      await visit.heading('pv_story');
      await visit.press(visit.button('Validate'));
      await visit.press(dialog.getByRole('button', { name: 'Validate' }));
      await visit.done('Validate');
      await page.getByText('line 3, column').waitFor();
      await visit.press(visit.button('Edit'));
      await visit.fill(
        dialog.getByLabel('Manifest'),
        'manifest_version: "1.0"\ndefault_effect: deny\nrules: []\n',
      );
      await visit.press(dialog.getByRole('button', { name: 'Edit' }));
      await (await visit.done('Edit')).getByRole('link', { name: 'policy.updated' }).waitFor();
      await page.getByText('line 3, column').waitFor({ state: 'detached' });
      await visit.end();
    });

    it('a security lead publishes by the hash after seeing what it newly allows, and rolls back', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.open('policies/pv_next');
      await visit.heading('pv_next');
      await visit.press(visit.button('Publish'));
      const dialog = page.locator('[role=dialog]');
      await dialog.getByText('Newly allowed').first().waitFor();
      expect(await dialog.innerText()).to.match(/sha256:[0-9a-f]{64}/);
      const published = await visit.decide('Publish', 'release');
      await visit.followToAudit(published, 'policy.published');
      await visit.open('policies/pv_prod_003');
      await visit.heading('pv_prod_003');
      await visit.press(visit.button('Roll back to this version'));
      await dialog.getByText('Newly denied').first().waitFor();
      const rolled = await visit.decide('Roll back to this version', 'rollback');
      await visit.followToAudit(rolled, 'policy.published');
      await visit.end();
    });

    it('a product viewer reads, compares and simulates, and is offered no change', async () => {
      const visit = await bench().visit('usr_product_viewer');
      await visit.open('policies/pv_next');
      await visit.heading('pv_next');
      expect(await visit.actions()).to.deep.equal([]);
      await visit.go('p', 'Policies');
      expect(await visit.actions()).to.deep.equal([]);
      await visit.end();
    });
  });
};
