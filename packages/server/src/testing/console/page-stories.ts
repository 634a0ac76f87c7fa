import { expect } from 'chai';
import type { ConsoleBench } from './console-bench.js';

interface Story {
  readonly title: string;
  readonly user: string;
  /** The page, by its key and heading, and the record, by what its link is called. */
  readonly go: readonly [letter: string, title: string];
  readonly record: string;
  readonly heading: string;
  readonly change: string;
  readonly event: string;
  /** Whoever sees the record and may not change it. */
  readonly bystander: string;
  readonly path: string;
}

const STORIES: readonly Story[] = [
  {
    title: 'a security lead disables an MCP server',
    user: 'usr_security_lead',
    go: ['m', 'MCP servers'],
    record: 'Build status',
    heading: 'Build status',
    change: 'Disable',
    event: 'mcp_server.disabled',
    bystander: 'usr_product_viewer',
    path: 'mcp-servers/srv_build_status',
  },
  {
    title: 'a security lead disables an agent',
    user: 'usr_security_lead',
    go: ['a', 'Agents'],
    record: 'agt_ticket_triage',
    heading: 'Ticket triage',
    change: 'Disable',
    event: 'agent.disabled',
    bystander: 'usr_product_viewer',
    path: 'agents/agt_ticket_triage',
  },
  {
    title: 'a security lead disables a client surface',
    user: 'usr_security_lead',
    go: ['c', 'Client surfaces'],
    record: 'Analytics desktop',
    heading: 'Analytics desktop',
    change: 'Disable',
    event: 'client_surface.disabled',
    bystander: 'usr_product_viewer',
    path: 'surfaces/cs_analytics_desktop',
  },
  {
    title: 'a security lead enables a destination',
    user: 'usr_security_lead',
    go: ['t', 'Destinations'],
    record: 'dst_telemetry',
    heading: 'dst_telemetry',
    change: 'Enable',
    event: 'siem_webhook.enabled',
    bystander: 'usr_internal_auditor',
    path: 'destinations/dst_telemetry',
  },
  {
    title: 'a security lead takes a role away',
    user: 'usr_security_lead',
    go: ['x', 'Role bindings'],
    record: 'rb_demo_13',
    heading: 'rb_demo_13',
    change: 'Disable',
    event: 'role_binding.disabled',
    bystander: 'usr_platform_lead',
    path: 'access/role-bindings/rb_demo_12',
  },
];

/** One change of each kind of record: from its list to the audit event, and what a bystander is offered. */
export const pageStories = (bench: () => ConsoleBench): void => {
  describe('the other pages', () => {
    for (const story of STORIES) {
      it(`${story.title}, and a bystander is offered nothing`, async () => {
        const bystander = await bench().visit(story.bystander);
        await bystander.open(story.path);
        await bystander.page.locator('main dl.facts').first().waitFor();
        expect(await bystander.actions()).to.deep.equal([]);
        await bystander.end();

        const visit = await bench().visit(story.user);
        await visit.go(...story.go);
        await visit.page.getByRole('link', { name: story.record, exact: true }).click();
        await visit.heading(story.heading);
        await visit.button(story.change).click();
        const link = await visit.decide(story.change, 'incident_response');
        await visit.followToAudit(link, story.event);
        await visit.end();
      });
    }

    it('a platform lead narrows the data planes by a facet and drains one; a security lead may not', async () => {
      const bystander = await bench().visit('usr_security_lead');
      await bystander.open('data-planes/dp_05');
      await bystander.page.locator('main dl.facts').waitFor();
      expect(await bystander.actions()).to.deep.equal([]);
      await bystander.end();

      const visit = await bench().visit('usr_platform_lead');
      const { page } = visit;
      await visit.go('d', 'Data planes');
      await page
        .locator('.facets')
        .getByRole('link', { name: /^ap-south/ })
        .click();
      await page.waitForURL(/region=ap-south/);
      await visit.expectAccessible();
      await page.locator('tbody a').first().click();
      await visit.button('Drain').click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByLabel('Reason code').fill('maintenance');
      await dialog.getByRole('button', { name: 'Drain' }).click();
      await dialog.getByRole('status').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      // What cannot be done now says why.
      const refused = page.locator('.heading button:disabled', { hasText: 'Drain' });
      await refused.waitFor();
      expect(await refused.getAttribute('title')).to.match(/^[a-z_]+$/);
      await visit.end();
    });

    it('a security lead grants a role after seeing who gains what', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('x', 'Role bindings');
      await visit.button('Grant a role').click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByLabel('Who', { exact: true }).fill('grp_support');
      await dialog.getByLabel('Kind of who').selectOption('group');
      await dialog.getByLabel('Role', { exact: true }).selectOption('viewer');
      await dialog.locator('[data-preview=true]').waitFor();
      expect(await dialog.innerText()).to.contain('usr_product_viewer');
      const link = await visit.decide('Grant a role', 'onboarding');
      await visit.followToAudit(link, 'role_binding.created');
      await visit.end();
    });

    it('an auditor finds an event by its actor, and verifies it in the browser against the signed tree', async () => {
      const visit = await bench().visit('usr_internal_auditor');
      const { page } = visit;
      await visit.go('u', 'Audit');
      await page.keyboard.press('/');
      await page.keyboard.type('cli');
      await page.keyboard.press('Enter');
      await page.waitForURL(/actor_id=cli/);
      await page.getByLabel('Order').selectOption('asc');
      await page.waitForURL(/order=asc/);
      await visit.expectAccessible();
      await page.getByRole('link', { name: 'tenant.imported' }).first().click();
      await visit.heading('tenant.imported');
      await visit.button('Verify in this browser').click();
      await page.locator('[data-verdict=verified]').waitFor();
      await visit.end();
    });
  });
};
