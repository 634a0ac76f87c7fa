import { expect } from 'chai';
import { DEMO_TENANT } from '../../demo-data/demo-bundle.js';
import type { ConsoleBench } from './console-bench.js';
import type { Visit } from './visit.js';

interface Story {
  readonly title: string;
  readonly user: string;
  /** The page, by its key and heading, and the record, by what its link is called. */
  readonly go: readonly [letter: string, title: string];
  readonly record: string;
  readonly heading: string;
  readonly change: string;
  readonly event: string;
  /** Whose live sessions are shown beforehand. */
  readonly touches?: Readonly<Record<string, string>>;
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
    touches: { agent_id: 'agt_ticket_triage' },
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
    touches: { client_surface_id: 'cs_analytics_desktop' },
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

const DAY_MS = 86_400_000;

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
        await visit.press(visit.page.getByRole('link', { name: story.record, exact: true }));
        await visit.panel(story.heading);
        await visit.press(visit.button(story.change));
        if (story.touches !== undefined) await expectTouched(visit, await sessionsOf(bench(), story.touches));
        const link = await visit.decide(story.change, 'incident_response');
        await visit.followToAudit(link, story.event);
        await visit.end();
      });
    }

    it('whoever disables a user sees which sessions end, and cancels', async () => {
      const visit = await bench().visit('usr_security_lead');
      await visit.open('access/users/usr_support_owner?environment=production');
      await visit.press(visit.button('Disable'));
      await expectTouched(visit, await sessionsOf(bench(), { user_id: 'usr_support_owner' }));
      await visit.page.keyboard.press('Escape');
      await visit.page.locator('[role=dialog]').waitFor({ state: 'detached' });
      await visit.end();
    });

    it('a platform lead narrows the data planes by a facet and drains one; a security lead may not', async () => {
      const bystander = await bench().visit('usr_security_lead');
      await bystander.open('data-planes/dp_05');
      await bystander.page.locator('main dl.facts').waitFor();
      expect(await bystander.actions()).to.deep.equal([]);
      await bystander.end();

      const visit = await bench().visit('usr_platform_lead');
      const { page } = visit;
      await visit.go('d', 'Data planes');
      await visit.press(page.locator('.facets').getByRole('link', { name: /^ap-south/ }));
      await page.waitForURL(/region=ap-south/);
      await visit.expectAccessible();
      await visit.press(page.locator('tbody a').first());
      await visit.press(visit.button('Drain'));
      const dialog = page.locator('[role=dialog]');
      await visit.fill(dialog.getByLabel('Reason code'), 'maintenance');
      await visit.press(dialog.getByRole('button', { name: 'Drain' }));
      await visit.done('Drain');
      // An unavailable action says why.
      const refused = page.locator('.panel .actions button:disabled', { hasText: 'Drain' });
      await refused.waitFor();
      expect(await refused.getAttribute('title')).to.match(/^[a-z_]+$/);
      await visit.end();
    });

    it('a security lead grants a role after seeing who gains what', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('x', 'Role bindings');
      await visit.press(visit.button('Grant a role'));
      const dialog = page.locator('[role=dialog]');
      await visit.fill(dialog.getByLabel('Who', { exact: true }), 'grp_support');
      await visit.choose(dialog.getByLabel('Type of subject'), 'group');
      await visit.choose(dialog.getByLabel('Role', { exact: true }), 'viewer');
      await dialog.locator('[data-preview=true]').waitFor();
      expect(await dialog.innerText()).to.contain('usr_product_viewer');
      const link = await visit.decide('Grant a role', 'onboarding');
      await visit.followToAudit(link, 'role_binding.created');
      await visit.end();
    });

    it('a security lead who grants a role to a group that tokens fill reads that more people gain it', async () => {
      const made = await bench().service.call('/v1/groups?tenant_id=demo', {
        token: await bench().tokenOf('usr_security_lead'),
        body: {
          group_id: 'grp_directory',
          display_name: 'Directory',
          external_ids: ['/staff'],
          reason_code: 'onboarding',
        },
      });
      expect(made.status, made.text).to.equal(201);
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('x', 'Role bindings');
      await visit.press(visit.button('Grant a role'));
      const dialog = page.locator('[role=dialog]');
      await visit.fill(dialog.getByLabel('Who', { exact: true }), 'grp_directory');
      await visit.choose(dialog.getByLabel('Type of subject'), 'group');
      await visit.choose(dialog.getByLabel('Role', { exact: true }), 'viewer');
      await dialog.getByText('whoever is in the group by their token gains them too').waitFor();
      await visit.expectAccessible();
      await visit.end();
    });

    it('whoever grants a role chooses a person by a part of their name, and may type an id all the same', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.go('x', 'Role bindings');
      await visit.press(visit.button('Grant a role'));
      const who = page.getByRole('combobox', { name: 'Who', exact: true });
      const options = page.getByRole('option', { name: /usr_/ });
      await visit.fill(who, 'product man');
      await options.first().waitFor();
      await visit.expectAccessible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await who.inputValue()).to.equal('usr_product_viewer');
      await visit.fill(who, 'usr_');
      await options.first().waitFor();
      // The first Escape is for the list, the second for the dialog.
      await page.keyboard.press('Escape');
      await options.first().waitFor({ state: 'detached' });
      await visit.fill(who, 'usr_not_yet_there');
      await visit.choose(page.locator('[role=dialog]').getByLabel('Role', { exact: true }), 'viewer');
      expect(await who.inputValue()).to.equal('usr_not_yet_there');
      await page.keyboard.press('Escape');
      await page.locator('[role=dialog]').waitFor({ state: 'detached' });
      await visit.end();
    });

    it('an auditor narrows the trail to a day, without a time, and to a range by its name', async () => {
      const visit = await bench().visit('usr_internal_auditor');
      const { page } = visit;
      await visit.go('u', 'Audit');
      await visit.fill(page.getByLabel('From', { exact: true }), '2026-03-01');
      await page.keyboard.press('Enter');
      const start = await page.evaluate("new Date('2026-03-01T00:00').toISOString()");
      await page.waitForURL((url) => url.searchParams.get('from') === start);
      await page.locator('tbody a').first().waitFor();
      expect(await page.getByLabel('From', { exact: true }).inputValue()).to.equal('2026-03-01 00:00');
      await visit.press(page.getByRole('link', { name: 'Yesterday' }));
      const yesterday = await page.evaluate(
        '(() => { const day = new Date(); day.setHours(0, 0, 0, 0); day.setDate(day.getDate() - 1); return day.toISOString(); })()',
      );
      await page.waitForURL(
        (url) => url.searchParams.get('from') === yesterday && url.searchParams.has('to'),
      );
      await visit.expectAccessible();
      await visit.end();
    });

    it('whoever reads the trail sees by time what happened, narrows it to a bar, and comes to it from a user', async () => {
      const visit = await bench().visit('usr_security_lead');
      const { page } = visit;
      await visit.open('access/users/usr_support_owner');
      await visit.press(page.getByRole('link', { name: 'What happened to them' }));
      await page.waitForURL(/resource_id=usr_support_owner/);
      await page.goBack();
      await visit.press(page.getByRole('link', { name: 'What they did' }));
      await page.waitForURL(/actor_id=usr_support_owner/);
      await visit.heading('Audit');
      await visit.press(page.getByRole('link', { name: 'Last 24 hours' }));
      await page.getByText('Events by the hour').waitFor();
      expect(page.url()).to.contain('actor_id=usr_support_owner');
      await visit.press(page.getByRole('link', { name: 'Show all' }));
      await page.getByText('Events by the day').waitFor();
      // With the pointer: the filters do the same by the keyboard.
      const bars = page.locator('.bars .row a');
      await bars.nth(-3).hover();
      await page.mouse.down();
      await bars.last().hover();
      expect(await page.locator('.bars .drawn-over').count()).to.equal(3);
      await page.mouse.up();
      await page.waitForURL(({ searchParams: given }) => {
        const [from, to] = [given.get('from'), given.get('to')].map((one) => Date.parse(one ?? ''));
        return (to ?? 0) - (from ?? 0) === 3 * DAY_MS;
      });
      await visit.press(page.getByRole('link', { name: 'Show all' }));
      await page.getByText('Events by the day').waitFor();
      await page.locator('.bars .row a').last().click();
      await page.waitForURL((url) => url.searchParams.has('from') && url.searchParams.has('to'));
      await page.getByText('Events by the hour').waitFor();
      const [counted = ''] = /\d+/.exec(await page.locator('.bars .legend').first().innerText()) ?? [];
      expect(Number(counted)).to.be.greaterThan(0);
      await visit.expectAccessible();
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
      await visit.choose(page.getByLabel('Order', { exact: true }), 'asc');
      await page.waitForURL(/order=asc/);
      await visit.expectAccessible();
      await visit.press(page.getByRole('link', { name: 'tenant.imported' }).first());
      await visit.panel('tenant.imported');
      await visit.press(visit.button('Verify in this browser'));
      await page.locator('[data-verdict=verified]').waitFor();
      await visit.end();
    });
  });
};

/** Which sessions live, as the API says. */
const sessionsOf = async (
  { service, tokenOf }: ConsoleBench,
  by: Readonly<Record<string, string>>,
): Promise<string[]> => {
  const token = await tokenOf('usr_security_lead');
  const request = new URLSearchParams({ tenant_id: DEMO_TENANT, environment_id: 'production', ...by });
  const { json, text } = await service.call(`/v1/sessions?${request}`, { token });
  const { items } = json as { items: { client_session_id: string; state: string }[] };
  expect(items, text).to.be.an('array').that.is.not.empty;
  return items
    .filter(({ state }) => ['active', 'idle'].includes(state))
    .map(({ client_session_id }) => client_session_id);
};

/** The dialog tells how many sessions live, and names the first of them. */
const expectTouched = async ({ page }: Visit, ids: readonly string[]): Promise<void> => {
  expect(ids).to.be.an('array').that.is.not.empty;
  const touched = page.locator('[role=dialog] [data-touched]');
  const told = await touched.innerText();
  expect(await touched.getAttribute('data-touched')).to.equal(String(ids.length));
  expect(told).to.match(/live sessions? in production (is|are) affected: /);
  const named = ids.filter((id) => told.includes(id));
  expect(named.length).to.equal(Math.min(ids.length, 5));
};
