import { DEMO_TENANT } from '../../demo-data/demo-bundle.js';
import { AGENT_SAMPLES } from '../samples/agent-samples.js';
import type { ConsoleBench } from './console-bench.js';
import type { Visit } from './visit.js';

/** Agents beside those of the demonstration: 252 with them. */
const MORE_AGENTS = 240;

const COUNTS = `{
  window.clicks = 0;
  addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) window.clicks += 1; }, true);
  addEventListener('change', (event) => { if (event.target instanceof HTMLSelectElement) window.clicks += 2; }, true);
}`;

interface Task {
  readonly what: string;
  /** From the overview to the sign that it is done. */
  readonly how: (visit: Visit) => Promise<void>;
}

const TASKS: readonly Task[] = [
  {
    what: 'approve the changed tools of a server',
    how: async ({ page, button, done }) => {
      await nav(page, 'Reviews');
      await page.getByRole('link', { name: /^Customer records/ }).click();
      await button('Approve all tools').click();
      await page.getByRole('dialog').getByRole('button', { name: 'reviewed' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve all tools' }).click();
      await done('Approve all tools');
    },
  },
  {
    what: 'end a session and see it applied',
    how: async ({ page, button }) => {
      await nav(page, 'Sessions');
      await page.getByRole('link', { name: 'ses_demo_020' }).click();
      await button('End session').click();
      await page.getByRole('dialog').getByRole('button', { name: 'incident response' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
      await page.getByText('Who has applied it').waitFor();
    },
  },
  {
    what: 'end five sessions',
    how: async ({ page, done }) => {
      await nav(page, 'Sessions');
      for (const id of ['022', '024', '025', '026', '028'])
        await page.getByLabel(`Select ses_demo_${id}`).click();
      await page.locator('.list-bar').getByRole('button', { name: 'End session' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'incident response' }).click();
      await dialog.getByLabel('Reason in words').fill('Incident 12');
      await dialog.getByRole('button', { name: 'End session (5)' }).click();
      await done('End session');
    },
  },
  {
    what: `find an agent by name among ${MORE_AGENTS + 12}`,
    how: async ({ page, panel }) => {
      await nav(page, 'Agents');
      await page.getByLabel('Name or id').fill('triage');
      await page.keyboard.press('Enter');
      await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
      await page.locator('tbody a').first().click();
      await panel('Ticket triage');
    },
  },
  {
    what: 'edit a rule, see what changes, and publish',
    how: async ({ page, button, done }) => {
      await nav(page, 'Policies');
      await page.getByRole('link', { name: 'pv_next', exact: true }).click();
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      const text = page.getByRole('textbox', { name: 'Manifest' });
      await text.waitFor();
      await text.getByText('max_risk_tier').first().click();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Backspace');
      await button('Save and check').click();
      await page.getByRole('link', { name: 'See what changes' }).click();
      await page.getByLabel('Text of pv_next').waitFor();
      await page.getByText('Newly allowed').first().waitFor();
      await button('Publish').click();
      await page.getByRole('dialog').getByRole('button', { name: 'release' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await done('Publish');
    },
  },
  {
    what: 'roll back to the version before',
    how: async ({ page, button, done }) => {
      await nav(page, 'Policies');
      await page.getByRole('link', { name: 'pv_next', exact: true }).click();
      await button('Roll back to pv_prod_003').click();
      await page.getByRole('dialog').getByRole('button', { name: 'rollback' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Roll back to pv_prod_003' }).click();
      await done('Roll back to pv_prod_003');
    },
  },
  {
    what: 'who may publish policies',
    how: async ({ page }) => {
      await nav(page, 'Access');
      await page.getByRole('link', { name: 'Who can', exact: true }).click();
      await page.getByLabel('Permission', { exact: true }).selectOption('policy.publish');
      await page.getByRole('link', { name: 'Policy author' }).waitFor();
    },
  },
  {
    what: "yesterday's events of one user",
    how: async ({ page }) => {
      await nav(page, 'Audit');
      await page.getByRole('link', { name: 'Yesterday' }).click();
      await page.getByLabel('Actor', { exact: true }).fill('security lead');
      await page.getByRole('option', { name: /usr_security_lead/ }).click();
      await page.waitForURL((url) => url.searchParams.has('to') && url.searchParams.has('actor_id'));
    },
  },
];

const nav = (page: Visit['page'], name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name }).first().click();

// Every frame while somebody scrolls, and the work that held one up.
const SCROLLS = `new Promise((done) => {
  const main = document.querySelector('main');
  const frames = [];
  let last = performance.now();
  const step = (now) => {
    frames.push(now - last);
    last = now;
    main.scrollTop += 80;
    if (main.scrollTop + main.clientHeight < main.scrollHeight - 1) return requestAnimationFrame(step);
    done(JSON.stringify({ frames: frames.length, longest: Math.max(...frames.slice(1)), rows: document.querySelectorAll('tbody tr').length }));
  };
  requestAnimationFrame(step);
})`;

/** What common tasks cost, and how smoothly a long list scrolls; only on request: docs/how-to/console.md says what came out. */
export const consoleFigures = (bench: () => ConsoleBench): void => {
  if (process.env.GOVGATE_CONSOLE_FIGURES !== 'true') return;
  describe('figures', () => {
    before(() => registerMore(bench()));

    // Before its draft is published below.
    it('opens the policy editor', async () => {
      const visit = await bench().visit(undefined, { isCold: true });
      await visit.signIn(await bench().tokenOf('usr_security_lead'));
      await visit.open('policies/pv_next');
      const link = visit.page.getByRole('link', { name: 'Edit', exact: true });
      await link.waitFor();
      const began = performance.now();
      await link.click();
      await visit.page.locator('.cm-content').waitFor();
      console.info(`policy editor ready: ${Math.round(performance.now() - began)} ms`);
      await visit.end();
    });

    for (const { what, how } of TASKS)
      it(what, async () => {
        const visit = await bench().visit('usr_security_lead', { width: 1440 });
        await visit.heading('Overview');
        await visit.page.evaluate(COUNTS);
        const began = performance.now();
        await how(visit);
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        console.info(`| ${what} | ${await visit.page.evaluate('window.clicks')} | ${seconds} |`);
        await visit.end();
      });

    it('scrolls 200 rows', async () => {
      const visit = await bench().visit('usr_security_lead', { width: 1440 });
      await visit.open('agents?limit=200');
      await visit.page.locator('tbody tr').nth(199).waitFor();
      // In the time of the thread: what else runs on the machine holds up frames, and is no work of the page.
      const devtools = await visit.page.context().newCDPSession(visit.page);
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
      const workMs = async (): Promise<number> => {
        const { metrics } = await devtools.send('Performance.getMetrics');
        return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
      };
      for (let tries = 0; tries < 3; tries += 1) {
        await visit.page.evaluate("document.querySelector('main').scrollTop = 0");
        const before = await workMs();
        const scrolled = await visit.page.evaluate(SCROLLS);
        console.info(scrolled, `work: ${Math.round((await workMs()) - before)} ms`);
      }
      await visit.end();
    });
  });
};

const registerMore = async ({ service, tokenOf }: ConsoleBench): Promise<void> => {
  const token = await tokenOf('usr_security_lead');
  for (let place = 0; place < MORE_AGENTS; place += 1) {
    const made = await service.call(`/v1/agents?tenant_id=${DEMO_TENANT}&environment_id=production`, {
      token,
      body: { ...AGENT_SAMPLES.registerAgent?.body, agent_id: `agt_more_${place}`, name: `Helper ${place}` },
    });
    if (made.status !== 201) throw new Error(made.text);
  }
};
