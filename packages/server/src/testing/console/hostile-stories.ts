import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

const HOSTILE = [
  '<img src=x onerror="window.pwned = 1"><script>window.pwned = 1</script>',
  'javascript:window.pwned=1//\u202egnp.exe',
  '{{constructor.constructor("window.pwned=1")()}}\u0007\u200b',
  'x'.repeat(900),
];

/** Somebody chose these names. What the API accepts, the console shows as text. */
export const hostileStories = (bench: () => ConsoleBench): void => {
  describe('hostile texts', () => {
    it('are text in lists, on records, in the trail and in dialogs, and what hides in them is visible', async () => {
      const token = await bench().tokenOf('usr_security_lead');
      const { call } = bench().service;
      for (const [place, text] of HOSTILE.entries()) {
        const made = await call('/v1/policies?environment_id=staging', {
          method: 'POST',
          token,
          body: {
            policy_version: `pv_hostile_${place}`,
            owner: { user_id: 'usr_security_lead', team: 'security' },
            description: text,
            body: {
              manifest_version: '1.0',
              default_effect: 'deny',
              rules: [{ rule_id: 'r', description: text, effect: 'allow', reason_code: text.slice(0, 60) }],
            },
          },
        });
        expect(made.status, made.text).to.equal(201);
        const archived = await call(`/v1/policies/pv_hostile_${place}/archive?environment_id=staging`, {
          method: 'POST',
          token,
          body: { reason_code: 'hostile', reason: text },
        });
        expect(archived.status, archived.text).to.equal(200);
      }
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.open('policies?environment=staging&status=archived');
      await page.getByText('<img src=x onerror').first().waitFor();
      expect(await page.getByText('U+202E').count()).to.equal(1);
      await visit.expectAccessible();
      for (const place of HOSTILE.keys()) {
        await visit.open(`policies/pv_hostile_${place}?environment=staging`);
        await visit.heading(`pv_hostile_${place}`);
        expect(await page.locator('main img, main script').count()).to.equal(0);
      }
      await visit.open('audit?environment=staging&event_type=policy.archived');
      await page.locator('tbody a').first().click();
      await page.getByRole('heading', { name: 'policy.archived' }).waitFor();
      await page.getByText('xxxxxxxxxx').first().waitFor();
      expect(
        await page.evaluate(
          "[document.documentElement, document.querySelector('main')].map((one) => one.scrollWidth - one.clientWidth)",
        ),
      ).to.deep.equal([0, 0]);
      expect(await page.evaluate('typeof window.pwned')).to.equal('undefined');
      await visit.end();
    });

    it('in an address lead to a refusal, and no further', async () => {
      const visit = await bench().visit('usr_security_lead');
      visit.expectRefusals(400, 403, 404);
      const { page } = visit;
      for (const path of [
        `sessions/${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
        'sessions/..%2f..%2fv1',
        'sessions/%E0%A4%A',
        `sessions?state=${encodeURIComponent('"><script>')}`,
        'sessions?cursor=forged',
        'sessions?environment=elsewhere',
        'no-such-page',
      ]) {
        await visit.open(path);
        await page
          .locator('main')
          .getByRole('alert')
          .or(page.getByText('Nothing is at this address'))
          .first()
          .waitFor();
        expect(await page.locator('main img, main script').count(), path).to.equal(0);
      }
      await visit.end();
    });
  });
};
