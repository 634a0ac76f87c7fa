import { expect } from 'chai';
import type { BrowserContext, Locator, Page } from 'playwright-core';

/** Somebody at the console. Whatever the browser complains of is kept, and fails the visit at its end. */
export interface Visit {
  readonly page: Page;
  signIn(token: string): Promise<void>;
  /** Goes to a page by the keyboard: `g` and its letter. */
  go(letter: string, title: string): Promise<void>;
  /** The address of a page, as somebody sent it. */
  open(path: string): Promise<void>;
  heading(title: string): Promise<void>;
  button(name: string): Locator;
  /** What the buttons beside the heading are called. */
  actions(): Promise<string[]>;
  /** Fills in the reason and sends; gives the audit event's link. */
  decide(button: string, reasonCode: string): Promise<Locator>;
  /** Follows the link to the audit event, and has it verified there. */
  followToAudit(link: Locator, eventType: string): Promise<void>;
  expectAccessible(): Promise<void>;
  /** Refusals that the story asks for, by status: their lines on the browser's console are no complaint. */
  expectRefusals(...statuses: readonly number[]): void;
  /** Ends the visit: accessible to the last, and nothing to complain of. */
  end(): Promise<void>;
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

export const openVisit = async (context: BrowserContext, url: string): Promise<Visit> => {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  const refused = new Set<number>();
  page.on('console', (message) => {
    const [, status] = /the server responded with a status of (\d+)/.exec(message.text()) ?? [];
    if (message.type() === 'error' && !refused.has(Number(status)))
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack)));

  const heading = (title: string): Promise<void> =>
    page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const expectAccessible = async (): Promise<void> => {
    const { violations } = (await page.evaluate(
      `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
    )) as AxeResult;
    const told = violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]);
    expect(told, JSON.stringify(told)).to.deep.equal([]);
  };

  await page.goto(`${url}/console/`);
  return {
    page,
    heading,
    button,
    expectAccessible,
    signIn: async (token) => {
      await page.getByLabel('Token').fill(token);
      await button('Sign in').click();
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    },
    go: async (letter, title) => {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await heading(title);
    },
    // Within the console: the token is in memory, and a new page would not have it.
    open: async (path) => {
      await page.evaluate(`{
        const link = document.createElement('a');
        link.href = ${JSON.stringify(`${new URL(url).pathname}console/${path}`)};
        document.body.append(link);
        link.click();
        link.remove();
      }`);
    },
    actions: () => page.locator('.heading .actions button').allInnerTexts(),
    decide: async (name, reasonCode) => {
      const dialog = page.locator('dialog[open]');
      await dialog.getByLabel('Reason code').fill(reasonCode);
      await expectAccessible();
      await dialog.getByRole('button', { name, exact: true }).click();
      await dialog.getByRole('status').waitFor();
      return dialog.locator('[data-audit-event]').first();
    },
    followToAudit: async (link, eventType) => {
      expect(await link.innerText()).to.equal(eventType);
      await link.click();
      await heading(eventType);
      await button('Verify in this browser').click();
      await page.locator('[data-verdict]').waitFor();
      expect(await page.locator('[data-verdict]').getAttribute('data-verdict')).to.be.oneOf([
        'verified',
        'unsigned',
      ]);
    },
    expectRefusals: (...statuses) => {
      for (const status of statuses) refused.add(status);
    },
    end: async () => {
      await expectAccessible();
      await context.close();
      expect(complaints).to.deep.equal([]);
    },
  };
};
