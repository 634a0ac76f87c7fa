import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

/** From a draft to what counts, and back. */
export const policyStories = (bench: () => ConsoleBench): void => {
  describe('policies', () => {
    it('a policy author reads a draft, tries a call against two versions and compares them', async () => {
      const visit = await bench().visit('usr_policy_author');
      const { page } = visit;
      await visit.go('p', 'Policies');
      await visit.expectAccessible();
      await page.getByRole('link', { name: 'pv_next' }).click();
      await visit.heading('pv_next');
      await page.getByText('Everybody may do tool.list').waitFor();
      await page.getByLabel('MCP server').fill('srv_ticketing');
      await page.getByLabel('Tool', { exact: true }).fill('close_ticket');
      await page.getByLabel('Action').selectOption('tool.list');
      await page.getByLabel('And by this version').selectOption('pv_prod_003');
      await visit.button('Decide it').click();
      expect(await page.locator('[data-decision=pv_next] .badge').first().innerText()).to.equal('allow');
      expect(await page.locator('[data-decision=pv_prod_003] .badge').first().innerText()).to.equal('deny');
      await page.getByLabel('Compare with').selectOption('pv_prod_003');
      await page.locator('[data-diff]').getByText('Newly allowed').first().waitFor();
      await visit.end();
    });

    it('a draft with findings names their places, is edited, validated, and its findings are gone', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('p', 'Policies');
      await visit.button('New draft').click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByLabel('Version').fill('pv_story');
      await dialog.getByLabel('Owner team').fill('security');
      await dialog
        .getByLabel('Manifest')
        .fill('{\n  "manifest_version": "1.0",\n  "default_effect": "maybe",\n  "rules": []\n}\n');
      await visit.expectAccessible();
      await dialog.getByRole('button', { name: 'New draft' }).click();
      await dialog.getByRole('link', { name: 'policy.created' }).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('link', { name: 'pv_story' }).click();
      await visit.heading('pv_story');
      await visit.button('Validate').click();
      await dialog.getByRole('button', { name: 'Validate' }).click();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByText('line 3, column').waitFor();
      await visit.button('Edit').click();
      await dialog.getByLabel('Manifest').fill('manifest_version: "1.0"\ndefault_effect: deny\nrules: []\n');
      await dialog.getByLabel('Format').selectOption('yaml');
      await dialog.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByRole('link', { name: 'policy.updated' }).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByText('line 3, column').waitFor({ state: 'detached' });
      await visit.end();
    });

    it('a security lead publishes by the hash after seeing what it newly allows, and rolls back', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.open('policies/pv_next');
      await visit.heading('pv_next');
      await visit.button('Publish').click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByText('Newly allowed').first().waitFor();
      expect(await dialog.innerText()).to.match(/sha256:[0-9a-f]{64}/);
      const published = await visit.decide('Publish', 'release');
      await visit.followToAudit(published, 'policy.published');
      await visit.open('policies/pv_prod_003');
      await visit.heading('pv_prod_003');
      await visit.button('Roll back to this version').click();
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
