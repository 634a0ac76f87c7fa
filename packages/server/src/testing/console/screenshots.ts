import { fileURLToPath } from 'node:url';
import { demoReview } from './access-review-stories.js';
import type { ConsoleBench } from './console-bench.js';
import type { Visit } from './visit.js';

const SHOWN_IN = fileURLToPath(new URL('../../../../../docs/console/', import.meta.url));
const KEPT_IN = fileURLToPath(new URL('../../../../../.cache/console-pictures/', import.meta.url));

/** A picture: the page's path, what shows that it is drawn, and the buttons that open what lies over it. */
type Picture = readonly [name: string, path: string, sign: string, ...presses: string[]];

const ROWS = 'tbody tr';
const FACTS = 'dl.facts';
const SUBMISSION = 'mcp-servers/srv_customer_records/sub_production_customer_records_2';
const EXPLAIN = 'environment=production&permission=session.terminate&subject_id=usr_product_viewer';

const PAGES: readonly Picture[] = [
  ['overview', '', '.card ul'],
  ['reviews', 'reviews', ROWS],
  ['submission', SUBMISSION, 'main h2'],
  ['policies', 'policies', ROWS],
  ['policy', 'policies/pv_next', '.rules li'],
  ['policy-editor', 'policies/pv_next/edit', '.cm-content'],
  ['policy-changes', 'policies/pv_next/changes', '.cm-content'],
  ['sessions', 'sessions', ROWS],
  ['session', 'sessions/ses_demo_020', FACTS],
  ['mcp-servers', 'mcp-servers', ROWS],
  ['mcp-server', 'mcp-servers/srv_customer_records', FACTS],
  ['agents', 'agents', ROWS],
  ['agent', 'agents/agt_ticket_triage', FACTS],
  ['surfaces', 'surfaces', ROWS],
  ['surface', 'surfaces/cs_analytics_desktop', FACTS],
  ['bindings', 'bindings', ROWS],
  ['data-planes', 'data-planes', ROWS],
  ['data-plane', 'data-planes/dp_05', FACTS],
  ['destinations', 'destinations', ROWS],
  ['destination', 'destinations/dst_telemetry', FACTS],
  ['access', 'access/role-bindings', ROWS],
  ['users', 'access/users', ROWS],
  ['user', 'access/users/usr_support_owner', FACTS],
  ['groups', 'access/groups', ROWS],
  ['service-accounts', 'access/service-accounts', ROWS],
  ['tokens', 'access/tokens', ROWS],
  ['access-reviews', 'access/reviews', ROWS],
  ['who-can', 'access/who-can?environment=production&permission=policy.publish', ROWS],
  ['explain', `access/explain?${EXPLAIN}`, '[data-verdict]'],
  ['audit', 'audit', ROWS],
];

/** A form or a panel that lies over a page: of each kind one, and those with the most in them. */
const OVER: readonly Picture[] = [
  ['panel', 'agents?open=agt_ticket_triage', '.panel dl.facts'],
  ['no-results', 'agents?q=nothing_like_this', '.empty'],
  ['not-found', 'agents/agt_not_there', 'main [role=alert], main .failure'],
  ['save-filters', 'sessions?state=idle', ROWS, 'Save these filters'],
  ['end-session', 'sessions/ses_demo_020', FACTS, 'End session'],
  ['approve-tools', SUBMISSION, 'main h2', 'Approve all tools'],
  ['publish', 'policies/pv_next', '.rules li', 'Publish'],
  ['disable-agent', 'agents/agt_ticket_triage', FACTS, 'Disable'],
  ['register-agent', 'agents', ROWS, 'Register an agent'],
  ['grant', 'access/role-bindings', ROWS, 'Grant a role'],
  ['new-destination', 'destinations', ROWS, 'New destination'],
  ['new-token', 'access/tokens', ROWS, 'New token'],
];

/** What the documentation shows; the others are made to be looked at. */
const SHOWN = ['overview', 'submission', 'policy', 'sessions', 'audit'];
const SHOWN_WIDTH = 1440;

/** Pictures, only on request: each run shows different times. */
export const screenshots = (bench: () => ConsoleBench): void => {
  if (process.env.GOVGATE_WRITE_SCREENSHOTS !== 'true') return;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [SHOWN_WIDTH, 1280, 390])
      it(`writes the screenshots in ${colorScheme}, ${width} px wide`, async () => {
        const visit = await bench().visit('usr_security_lead', { colorScheme, width });
        visit.expectRefusals(404);
        const review = `access/reviews/${await demoReview(bench())}`;
        for (const picture of [...PAGES, ['access-review', review, '[data-item]'] as const, ...OVER]) {
          await show(visit, picture);
          const isShown = width === SHOWN_WIDTH && SHOWN.includes(picture[0]);
          const file = isShown
            ? `${SHOWN_IN}${picture[0]}-${colorScheme}`
            : `${KEPT_IN}${picture[0]}-${colorScheme}-${width}`;
          await visit.page.screenshot({ path: `${file}.png` });
          await visit.page.keyboard.press('Escape');
        }
        await visit.end();
      });
};

const show = async ({ open, page, button }: Visit, [, path, sign, ...presses]: Picture): Promise<void> => {
  await open(path);
  await page.locator(sign).first().waitFor();
  for (const name of presses) {
    await button(name).first().click();
    await page.getByRole('dialog').waitFor();
  }
  await page.locator('.loading').first().waitFor({ state: 'detached' });
};
