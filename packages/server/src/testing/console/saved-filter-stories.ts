import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';
import type { Visit } from './visit.js';

const savedIn = ({ page }: Visit) => page.getByRole('navigation', { name: 'Saved filters', exact: true });

/** Saves the current filters under a name, in the dialog that asks for it. */
const save = async (visit: Visit, name: string): Promise<void> => {
  await visit.press(visit.button('Save these filters'));
  const dialog = visit.page.locator('[role=dialog]');
  await visit.fill(dialog.getByLabel('Name'), name);
  await visit.expectAccessible();
  await visit.press(dialog.getByRole('button', { name: 'Save', exact: true }));
};

const filtered = (visit: Visit, name: string, value: string | null): Promise<void> =>
  visit.page.waitForURL((url) => url.searchParams.get(name) === value);

const THROWS = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, {
    get: () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
  })`;

/** Filters of a list under names of one's own. */
export const savedFilterStories = (bench: () => ConsoleBench): void => {
  describe('saved filters', () => {
    it('are saved, chosen, renamed and deleted, on a phone as well', async () => {
      const visit = await bench().visit('usr_security_lead', { width: 390 });
      const { page } = visit;
      await visit.go('s', 'Sessions');
      expect(await savedIn(visit).count()).to.equal(0);
      await visit.choose(page.getByLabel('State', { exact: true }), 'idle');
      await filtered(visit, 'state', 'idle');
      await save(visit, '  Idle ones ');
      const saved = savedIn(visit).getByRole('link', { name: 'Idle ones', exact: true });
      await saved.waitFor();
      expect(await saved.getAttribute('aria-current')).to.equal('true');
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.equal(0);
      await visit.press(page.getByRole('link', { name: 'Show all' }));
      await filtered(visit, 'state', null);
      await visit.press(saved);
      await filtered(visit, 'state', 'idle');
      await visit.expectAccessible();
      await visit.press(visit.button('Rename Idle ones'));
      const dialog = page.locator('[role=dialog]');
      await visit.fill(dialog.getByLabel('Name'), 'Unused');
      await visit.press(dialog.getByRole('button', { name: 'Rename', exact: true }));
      await savedIn(visit).getByRole('link', { name: 'Unused', exact: true }).waitFor();
      expect(await saved.count()).to.equal(0);
      await visit.press(visit.button('Delete Unused'));
      await savedIn(visit).getByRole('link').waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).to.equal('Save these filters');
      await visit.end();
    });

    it('have names of their own, and are for one list and one person', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('u', 'Audit');
      await visit.choose(page.getByLabel('Outcome', { exact: true }), 'denied');
      await filtered(visit, 'outcome', 'denied');
      await save(visit, 'Denials');
      await savedIn(visit).getByRole('link', { name: 'Denials', exact: true }).waitFor();
      await visit.choose(page.getByLabel('Outcome', { exact: true }), 'failure');
      await filtered(visit, 'outcome', 'failure');
      await save(visit, 'denials');
      await page.getByText('Other saved filters of this list have this name.').waitFor();
      await visit.expectAccessible();
      await page.keyboard.press('Escape');
      await page.locator('[role=dialog]').waitFor({ state: 'detached' });
      await visit.go('s', 'Sessions');
      expect(await savedIn(visit).count()).to.equal(0);
      await visit.go('u', 'Audit');
      await visit.press(visit.button('Sign out'));
      await visit.signIn(await bench().tokenOf('usr_internal_auditor'));
      await visit.heading('Audit');
      expect(await savedIn(visit).count()).to.equal(0);
      await visit.press(visit.button('Sign out'));
      await visit.signIn(await bench().tokenOf('usr_security_lead'));
      await visit.heading('Audit');
      await visit.press(savedIn(visit).getByRole('link', { name: 'Denials', exact: true }));
      await filtered(visit, 'outcome', 'denied');
      await visit.end();
    });

    it('are not offered where the browser keeps nothing, and all else works', async () => {
      const visit = await bench().visit();
      const { page } = visit;
      await page.addInitScript(THROWS);
      await page.reload();
      await visit.signIn(await bench().tokenOf('usr_security_lead'));
      await visit.press(visit.button('Theme: system'));
      await visit.button('Theme: light').waitFor();
      await visit.go('s', 'Sessions');
      await visit.choose(page.getByLabel('State', { exact: true }), 'idle');
      await filtered(visit, 'state', 'idle');
      await page.getByRole('link', { name: 'Show all' }).waitFor();
      expect(await savedIn(visit).count()).to.equal(0);
      await visit.end();
    });
  });
};
