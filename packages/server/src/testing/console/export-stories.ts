import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

// A file of the browser's own store replaces the one that a person would choose.
const PICKS_OWN_FILE = `window.showSaveFilePicker = async ({ suggestedName }) =>
  (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`;
const READ_OWN_FILE = `navigator.storage.getDirectory().then(async (folder) =>
  (await (await folder.getFileHandle('govgate-audit.ndjson')).getFile()).text())`;

// Written in one piece when it is closed.
const AWAIT_OWN_FILE = `(async () => {
  while ((await ${READ_OWN_FILE}.catch(() => '')) === '') await new Promise((go) => setTimeout(go, 20));
})()`;

/** The trail as a file, in both ways that browsers have. */
export const exportStories = (bench: () => ConsoleBench): void => {
  describe('the export of the trail', () => {
    it('is saved line by line as the API streams it, into a chosen file or as a download', async () => {
      const visit = await bench().visit('usr_internal_auditor');
      const { page } = visit;
      await visit.go('u', 'Audit');
      await page.evaluate('delete window.showSaveFilePicker');
      const [saved] = await Promise.all([page.waitForEvent('download'), visit.press(visit.button('Export'))]);
      const lines = linesOf(await readFile(await saved.path(), 'utf8'));
      await page.locator(`[data-exported="${lines.length}"]`).waitFor();
      expect(saved.suggestedFilename()).to.equal('govgate-audit.ndjson');
      const token = await bench().tokenOf('usr_internal_auditor');
      const streamed = linesOf(
        await (
          await fetch(`${bench().service.url}/v1/audit/export`, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).text(),
      );
      // What happened meanwhile follows, and the checkpoint comes last.
      expect(streamed.slice(0, 10)).to.deep.equal(lines.slice(0, 10));
      expect(lines.length).to.be.greaterThan(10);

      await page.evaluate(PICKS_OWN_FILE);
      await visit.press(page.getByRole('button', { name: 'Export', exact: true }));
      await page.evaluate(AWAIT_OWN_FILE);
      expect(linesOf((await page.evaluate(READ_OWN_FILE)) as string).slice(0, 10)).to.deep.equal(
        lines.slice(0, 10),
      );
      await visit.end();
    });

    it('uses the period to which the list is narrowed', async () => {
      const visit = await bench().visit('usr_internal_auditor');
      const { page } = visit;
      await visit.open('audit?from=2099-01-01T00:00:00Z');
      await page.evaluate('delete window.showSaveFilePicker');
      const wanted = page.waitForRequest((request) => request.url().includes('/v1/audit/export'));
      await visit.press(page.getByRole('button', { name: 'Export', exact: true }));
      expect(new URL((await wanted).url()).searchParams.get('from')).to.equal('2099-01-01T00:00:00Z');
      await page.locator('[data-exported]').waitFor();
      await visit.end();
    });
  });
};

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
