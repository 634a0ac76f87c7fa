import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

/** What a destination was sent, and how its content is configured. */
export const destinationStories = (bench: () => ConsoleBench): void => {
  describe('destinations', () => {
    it('a security lead creates one as the hints of its form say, and the export starts as it says', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.open('destinations?environment=staging');
      await visit.press(visit.button('New destination'));
      const dialog = page.locator('[role=dialog]');
      await dialog.getByText('The export starts at once.').waitFor();
      await visit.fill(dialog.getByLabel('Destination', { exact: true }), 'dst_story');
      await visit.fill(dialog.getByLabel('Reference', { exact: true }), 'dstref_12345678');
      await visit.fill(dialog.getByLabel('Endpoint', { exact: true }), 'epref_12345678');
      await visit.fill(dialog.getByLabel('Reference to the token'), 'file:siem/token');
      await visit.expectAccessible();
      await visit.press(dialog.getByRole('button', { name: 'New destination' }));
      const toast = await visit.done('New destination');
      await visit.press(toast.getByRole('link', { name: 'dst_story' }));
      await visit.heading('dst_story');
      await page.locator('dl.facts', { hasText: 'Enabled' }).getByText('enabled', { exact: true }).waitFor();
      await visit.end();
    });

    it('a page says when its destination was checked, as the list does, and that nothing was sent yet', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      for (const id of ['dst_incident-desk', 'dst_observability']) {
        await visit.open('destinations');
        const row = page.locator('tbody tr', { hasText: id });
        const checked = await row.locator('[data-label=Checked]').innerText();
        expect(checked).to.match(/ago$/);
        await visit.open(`destinations/${id}`);
        const facts = page.locator('dl.facts');
        await facts.first().getByText(checked, { exact: true }).waitFor();
        await facts.last().getByText('Nothing has been sent yet.').waitFor();
      }
      await visit.end();
    });

    it('a security lead sets what is sent and how long it is kept, and everything else stays', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.open('destinations/dst_telemetry');
      await visit.press(visit.button('Export settings'));
      const dialog = page.locator('[role=dialog]');
      await visit.choose(dialog.getByLabel('Minimum outcome to send'), 'failure');
      await visit.fill(dialog.getByLabel('Event types'), 'policy.published, session.terminated');
      await visit.fill(dialog.getByLabel('Days that the receiver keeps metadata'), '30');
      await visit.expectAccessible();
      await visit.press(dialog.getByRole('button', { name: 'Export settings', exact: true }));
      const toast = await visit.done('Export settings');
      await visit.followToAudit(toast.locator('[data-audit-event]').first(), 'siem_webhook.updated');
      const { json } = await bench().service.call(
        '/v1/siem-webhooks/dst_telemetry?environment_id=production',
        {
          token: await bench().tokenOf('usr_security_lead'),
        },
      );
      expect(json.retention_policy).to.deep.equal({
        metadata_retention_days: 30,
        export_format: 'ocsf_json',
      });
      expect([
        json.export_settings.minimum_outcome,
        json.export_settings.event_types,
        json.export_settings.tenant_events,
        json.destination_ref,
      ]).to.deep.equal([
        'failure',
        ['policy.published', 'session.terminated'],
        true,
        'dstref_telemetry-demo',
      ]);
      await visit.end();
    });
  });
};
