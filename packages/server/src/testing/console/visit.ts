import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { type Hands, keyboardOn, mouse } from './hands.js';
import type { Window } from './windows.js';

/** Somebody at the console. Browser complaints are kept, and fail the visit at its end. */
export interface Visit extends Hands {
  readonly page: Page;
  signIn(token: string): Promise<void>;
  /** Goes to a page by the keyboard: `g` and its letter. */
  go(letter: string, title: string): Promise<void>;
  /** The address of a page, as in a link. */
  open(path: string): Promise<void>;
  heading(title: string): Promise<void>;
  /** The panel beside a list, once it shows a record. */
  panel(title: string): Promise<Locator>;
  button(name: string): Locator;
  /** The names of the changes that a page or the panel on it offers. */
  actions(): Promise<string[]>;
  /** Fills in the reason and sends; returns the audit event's link. */
  decide(button: string, reasonCode: string): Promise<Locator>;
  /** What tells that a change was made. */
  done(change: string): Promise<Locator>;
  /** Follows the link to the audit event, and has it verified there. */
  followToAudit(link: Locator, eventType: string): Promise<void>;
  expectAccessible(): Promise<void>;
  /** The browser's complaints so far. */
  readonly complaints: readonly string[];
  /** Refusals that the story expects, by status: their lines in the browser's console are not complaints. */
  expectRefusals(...statuses: readonly number[]): void;
  /** Ends the visit: accessible to the end, and without complaints. */
  end(): Promise<void>;
}

// CI machines are busy.
const WAIT_MS = 60_000;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Passing checks are not reported: they would list most of the page.
const VIOLATIONS = `axe.run({
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}).then(({ violations }) => violations)`;

// Which page this is, with its colour scheme, width and open parts: ids and texts do not make a different page.
const SHAPE = `JSON.stringify([
  location.pathname.split('/').slice(2).map((part) => (/[_0-9]|^$/.test(part) ? '*' : part)),
  innerWidth, matchMedia('(prefers-color-scheme: dark)').matches,
  [...document.querySelectorAll('h2, [role=alert], [role=status], table.list, .empty, .actions button')].map((one) =>
    [one.tagName, one.className, one.getAttribute('role'), one.closest('[role=dialog]') !== null]
  ).map(String).filter((one, place, all) => all.indexOf(one) === place).sort(),
])`;

const COUNTS_STROKES =
  "window.strokes = 0; addEventListener('keydown', () => { window.strokes += 1; }, true)";

/** What the visits of a browser have in common. */
export interface Visiting {
  /** The pages that were found accessible: each is checked once. */
  readonly looked: Set<string>;
  /** For keyboard-only visits: gets the number of pressed keys at the end of each. */
  readonly byKeyboard?: ((strokes: number) => void) | undefined;
}

/** Begins a visit in a window. */
export const openVisit = async (
  { page, close }: Window,
  url: string,
  { looked, byKeyboard }: Visiting,
): Promise<Visit> => {
  const hands = byKeyboard === undefined ? mouse : keyboardOn(page);
  await page.addInitScript(COUNTS_STROKES);
  page.setDefaultTimeout(WAIT_MS);
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
  const panel = async (title: string): Promise<Locator> => {
    const shown = page.locator('.panel');
    await shown.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
    await shown.locator('dl.facts').first().waitFor();
    return shown;
  };
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const done = async (change: string): Promise<Locator> => {
    const toast = page.locator('.pf-v6-c-alert', { hasText: `${change}: done` }).first();
    await toast.waitFor();
    return toast;
  };
  const expectAccessible = async (): Promise<void> => {
    // The keyboard stories and pages are those of the mouse.
    if (byKeyboard !== undefined) return;
    const shape = (await page.evaluate(SHAPE)) as string;
    if (looked.has(shape)) return;
    if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
    const violations = (await page.evaluate(VIOLATIONS)) as readonly Violation[];
    const reported = violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]);
    expect(reported, JSON.stringify(reported)).to.deep.equal([]);
    looked.add(shape);
  };

  await page.goto(`${url}/console/`);
  return {
    ...hands,
    page,
    heading,
    panel,
    button,
    expectAccessible,
    complaints,
    signIn: async (token) => {
      await hands.fill(page.getByLabel('Token'), token);
      await hands.press(button('Sign in'));
      await page.getByRole('banner').waitFor();
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
    actions: () => page.locator('.actions').last().locator('button[data-action]').allInnerTexts(),
    decide: async (name, reasonCode) => {
      const dialog = page.locator('[role=dialog]');
      await hands.fill(dialog.getByLabel('Reason code'), reasonCode);
      await expectAccessible();
      await hands.press(dialog.getByRole('button', { name, exact: true }));
      return (await done(name)).locator('[data-audit-event]').first();
    },
    done,
    followToAudit: async (link, eventType) => {
      expect(await link.innerText()).to.equal(eventType);
      await hands.press(link);
      await heading(eventType);
      await hands.press(button('Verify in this browser'));
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
      byKeyboard?.(Number(await page.evaluate('window.strokes')));
      await close();
      expect(complaints).to.deep.equal([]);
    },
  };
};
