import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';
import type { Visit } from './visit.js';

const SCOPE = '?environment_id=production';

const written = (effect: string, group: string): string =>
  [
    '# Support reads, and nobody else.',
    'manifest_version: "1.0"',
    'default_effect: deny',
    'rules:',
    '  - rule_id: support_reads',
    `    effect: ${effect}`,
    `    subjects: { groups: [${group}] }`,
    '    targets: { max_risk_tier: low }',
    '    reason_code: support',
    '',
  ].join('\n');

/** Where the cursor is in the editor: the text of its line up to it. */
const BEFORE_CURSOR = `(() => {
  const { anchorNode, anchorOffset } = document.querySelector('.code-editor').shadowRoot.getSelection();
  const range = document.createRange();
  range.setStart(anchorNode.parentElement.closest('.cm-line'), 0);
  range.setEnd(anchorNode, anchorOffset);
  return range.toString();
})()`;

// Just after it has opened, a list does not take the Enter key.
const SETTLED = `new Promise((done) => setTimeout(done, 150, true))`;

/** What an author has beside the text of a draft. */
export const policyWorkbenchStories = (bench: () => ConsoleBench): void => {
  describe('the policy workbench', () => {
    /** A draft of the security lead's, and a visit at its editor. */
    const editing = async (name: string, text: string): Promise<Visit> => {
      const { service, tokenOf, visit: open } = bench();
      const made = await service.call(`/v1/policies${SCOPE}`, {
        token: await tokenOf('usr_security_lead'),
        body: {
          policy_version: name,
          owner: { user_id: 'usr_security_lead', team: 'security' },
          text,
          text_format: 'yaml',
        },
      });
      expect(made.status, made.text).to.equal(201);
      const visit = await open('usr_security_lead');
      await visit.open(`policies/${name}/edit`);
      await visit.heading(`Edit ${name}`);
      return visit;
    };
    const publishElsewhere = async (policy_version: string, token: string): Promise<void> => {
      const { service } = bench();
      const elsewhere = '?environment_id=staging';
      const made = await service.call(`/v1/policies${elsewhere}`, {
        token,
        body: {
          policy_version,
          owner: { user_id: 'usr_security_lead', team: 'security' },
          text: written('allow', 'grp_support'),
          text_format: 'yaml',
        },
      });
      const published = await service.call(`/v1/policies/${policy_version}/publish${elsewhere}`, {
        token,
        body: { manifest_hash: made.json.manifest_hash, reason_code: 'release' },
      });
      expect(published.status, published.text).to.equal(200);
    };
    const textIn = ({ page }: Visit) => page.getByRole('textbox', { name: 'Manifest' });

    it('what is wrong is marked while it is written, at its place, and nothing is saved', async () => {
      const visit = await editing('pv_marked', written('allow', 'grp_support'));
      const { page } = visit;
      await page.getByText('No problem found.').waitFor();
      await visit.fill(textIn(visit), written('maybe', 'grp_suport'));
      await page.getByText('2 problems found.').waitFor();
      await page.locator('.cm-lint-marker-error').waitFor();
      expect(await page.locator('.cm-lintRange-error').innerText()).to.equal('effect');
      await visit.press(visit.button('line 6, column 5'));
      expect(await page.evaluate(BEFORE_CURSOR)).to.equal('    ');
      await visit.expectAccessible();
      await visit.fill(textIn(visit), written('deny', 'grp_suport'));
      await page.locator('.cm-lint-marker-warning').waitFor();
      expect(await page.locator('.cm-lintRange-warning').innerText()).to.equal('grp_suport');
      await page.locator('.problems').getByText('Did you mean grp_support?').waitFor();
      await visit.fill(textIn(visit), written('deny', 'grp_support'));
      await page.getByText('No problem found.').waitFor();
      expect(await page.locator('.cm-lint-marker').count()).to.equal(0);
      const { service, tokenOf } = bench();
      const token = await tokenOf('usr_security_lead');
      const kept = await service.call(`/v1/policies/pv_marked${SCOPE}&include=text`, { token });
      expect(kept.json.text).to.equal(written('allow', 'grp_support'));
      await visit.end();
    });

    it('a rule is edited, its text and its decisions are compared with the active version, and it is published from there; the history leads back', async () => {
      const token = await bench().tokenOf('usr_security_lead');
      const active = await bench().service.call(`/v1/policies${SCOPE}&status=active`, { token });
      const [{ policy_version: before }] = active.json.items;
      await publishElsewhere('pv_elsewhere', token);
      const visit = await editing('pv_compared', written('allow', 'grp_support'));
      const { page } = visit;
      await visit.fill(textIn(visit), written('deny', 'grp_support'));
      expect(await page.getByRole('link', { name: 'See what changes' }).count()).to.equal(0);
      await visit.press(visit.button('Save and check'));
      await visit.done('Edit');
      await visit.press(page.getByRole('link', { name: 'See what changes' }));
      await visit.heading('What pv_compared changes');
      expect(await page.getByLabel('Compare with').inputValue()).to.equal(before);
      await page.locator('[data-diff]').getByText('Newly denied').first().waitFor();
      await page.getByText('Group grp_support may not do anything on everything up to low risk.').waitFor();
      const after = page.getByLabel('Text of pv_compared');
      await after.locator('.cm-changedLine').first().waitFor();
      await page.getByLabel(`Text of ${before}`).locator('.cm-changedLine').first().waitFor();
      await visit.expectAccessible();
      await page.setViewportSize({ width: 390, height: 800 });
      await page.getByLabel(`Text of ${before}`).waitFor({ state: 'detached' });
      await after.locator('.cm-deletedChunk').first().waitFor();
      await visit.expectAccessible();
      await page.setViewportSize({ width: 1280, height: 800 });
      await visit.tick(page.getByLabel('Show every line'));
      await visit.press(visit.button('Publish'));
      const published = await visit.decide('Publish', 'release');
      await visit.followToAudit(published, 'policy.published');
      await visit.open('policies/pv_compared');
      await visit.heading('pv_compared');
      const history = page.getByRole('table', { name: 'History of the environment' });
      const [latest, earlier] = [history.locator('tbody tr').first(), history.locator('tbody tr').nth(1)];
      expect(await history.getByText('pv_elsewhere').count()).to.equal(0);
      for (const text of ['pv_compared', 'active', 'usr_security_lead', 'release'])
        await latest.getByText(text, { exact: true }).first().waitFor();
      await visit.press(latest.getByRole('link', { name: 'Changes' }));
      await visit.heading('What pv_compared changes');
      expect(await page.getByLabel('Compare with').inputValue()).to.equal(before);
      await page.locator('[data-diff]').getByText('Newly denied').first().waitFor();
      await page.goBack();
      await visit.heading('pv_compared');
      await visit.press(earlier.getByRole('button', { name: `Roll back to ${before}` }));
      await visit.decide(`Roll back to ${before}`, 'rollback');
      await latest.getByText('rollback', { exact: true }).waitFor();
      await visit.expectAccessible();
      await visit.press(latest.getByRole('link', { name: 'Audit event' }));
      await visit.heading('policy.published');
      await visit.end();
    });

    it('words of the language and ids of what exists are suggested, by a part of their names', async () => {
      const visit = await editing('pv_completed', written('allow', 'grp_support'));
      const { page } = visit;
      const { keyboard } = page;
      const text = textIn(visit);
      const options = page.getByRole('option');
      const take = async (typed: string, option: RegExp): Promise<void> => {
        await keyboard.type(typed);
        await options.filter({ hasText: option }).first().waitFor();
        await page.waitForFunction(SETTLED);
        await keyboard.press('Enter');
        await options.filter({ hasText: option }).first().waitFor({ state: 'detached' });
      };
      await visit.fill(text, 'default_effect: deny\nrules:\n  - ');
      await take('rul', /^rule_id/);
      await keyboard.type('tickets\neff');
      await options.filter({ hasText: /^effect/ }).waitFor();
      await visit.expectAccessible();
      await page.waitForFunction(SETTLED);
      await keyboard.press('Enter');
      // What may stand there is suggested at once.
      await options.filter({ hasText: 'require_approval' }).waitFor();
      await take('de', /^deny$/);
      await keyboard.type('\nsubjects: { groups: [');
      await take('supp', /^grp_support/);
      await keyboard.type('] }\ntargets: { server_ids: [');
      await take('icket', /^srv_ticketing/);
      await keyboard.type('], tool_ids: [');
      await take('clos', /^close_ticket/);
      expect((await text.innerText()).replaceAll('\n\n', '\n')).to.contain(
        [
          '  - rule_id: tickets',
          '    effect: deny',
          '    subjects: { groups: [grp_support] }',
          '    targets: { server_ids: [srv_ticketing], tool_ids: [close_ticket',
        ].join('\n'),
      );
      await visit.end();
    });
  });
};
