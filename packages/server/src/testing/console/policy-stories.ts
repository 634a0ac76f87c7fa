import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

const written = (effect: string, group: string): string =>
  [
    '# Support reads, and nobody else.',
    'manifest_version: "1.0"',
    `default_effect: ${effect}`,
    'rules:',
    '  - rule_id: support_reads',
    '    effect: allow',
    `    subjects: { groups: [${group}] }`,
    '    targets: { max_risk_tier: low }',
    '    reason_code: support',
    '',
  ].join('\n');

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
      await visit.press(page.getByRole('link', { name: 'See what changes' }));
      await visit.heading('What pv_next changes');
      await visit.choose(page.getByLabel('Compare with'), 'pv_prod_003');
      await page.locator('[data-diff]').getByText('Newly allowed').first().waitFor();
      await visit.end();
    });

    it('a draft is written in YAML with a comment, its findings stand at their lines until they are mended, and it is published as it was written', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('p', 'Policies');
      await visit.press(visit.button('New draft'));
      const dialog = page.locator('[role=dialog]');
      await visit.fill(dialog.getByLabel('Version'), 'pv_story');
      await visit.fill(dialog.getByLabel('Owner team'), 'security');
      await visit.press(dialog.getByRole('button', { name: 'New draft' }));
      await (await visit.done('New draft')).getByRole('link', { name: 'policy.created' }).waitFor();
      await visit.open('policies/pv_story');
      await visit.heading('pv_story');
      await visit.press(page.getByRole('link', { name: 'Edit', exact: true }));
      await visit.heading('Edit pv_story');
      const text = page.getByRole('textbox', { name: 'Manifest' });
      const save = visit.button('Save and check');
      // Keys that are shortcuts elsewhere are letters here.
      await text.focus();
      await page.keyboard.type('# each / g p?');
      expect(await text.textContent()).to.contain('# each / g p?');
      await visit.fill(text, written('maybe', 'grp_suport'));
      // As by hand: the Tab key leaves the editor.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).to.equal('Save and check');
      await visit.press(save);
      await (await visit.done('Edit')).getByRole('link', { name: 'policy.updated' }).waitFor();
      await page.locator('.notice.error').first().waitFor();
      await visit.expectAccessible();
      await visit.fill(text, written('deny', 'grp_suport'));
      await visit.press(save);
      await page.locator('.notice', { hasText: 'Did you mean grp_support?' }).waitFor();
      await visit.fill(text, written('deny', 'grp_support'));
      await visit.press(save);
      await page.getByText('Saved. Nothing was found.').waitFor();
      await visit.press(page.getByRole('link', { name: 'Back to the version' }));
      await visit.heading('pv_story');
      await visit.press(visit.button('Publish'));
      await dialog.getByText('Newly').first().waitFor();
      await visit.decide('Publish', 'release');
      await visit.press(visit.button('Manifest'));
      await page.getByText('# Support reads, and nobody else.').waitFor();
      await visit.open('policies/pv_prod_003');
      await visit.heading('pv_prod_003');
      await visit.press(visit.button('Roll back to this version'));
      await visit.decide('Roll back to this version', 'rollback');
      await visit.end();
    });

    it('somebody else was faster: the text stays, and what they changed is shown', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      const token = await bench().tokenOf('usr_security_lead');
      const { call } = bench().service;
      const draft = (text: string) => ({
        owner: { user_id: 'usr_security_lead', team: 'security' },
        text,
        text_format: 'yaml',
      });
      const place = '?environment_id=production';
      await call(`/v1/policies${place}`, {
        token,
        body: { policy_version: 'pv_raced', ...draft(written('deny', 'grp_support')) },
      });
      await visit.open('policies/pv_raced/edit');
      const text = page.getByRole('textbox', { name: 'Manifest' });
      await visit.fill(text, written('allow', 'grp_support'));
      await call(`/v1/policies/pv_raced${place}`, {
        token,
        method: 'PUT',
        headers: { 'If-Match': '*' },
        body: draft(`# Theirs.\n${written('deny', 'grp_support')}`),
      });
      visit.expectRefusals(412);
      await visit.press(visit.button('Save and check'));
      await page.getByRole('alert').getByText('# Theirs.').waitFor();
      expect(await text.innerText()).to.contain('default_effect: allow');
      await visit.press(visit.button('Apply anyway'));
      await visit.done('Edit');
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
