import type { Browser, Page } from 'playwright-core';
import { PASSWORD } from './realm.js';

/** Somebody who is signed in to the console, and the access tokens that their browser got. */
export interface ConsoleVisit {
  readonly page: Page;
  /** From the button on the console's page to the console itself. */
  readonly signedInAfterMs: number;
  /** The access token that was given last. */
  token(): string;
  /** Waits for the next renewal. */
  renewed(): Promise<void>;
  close(): Promise<void>;
}

/** Signs in at the provider's own page. */
export const visitConsole = async (
  browser: Browser,
  serviceUrl: string,
  username: string,
): Promise<ConsoleVisit> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const tokens = await followTokens(page);
  await page.goto(`${serviceUrl}/console/`);
  const startedAt = performance.now();
  await signIn(page, username);
  const signedInAfterMs = performance.now() - startedAt;
  return { page, signedInAfterMs, ...tokens, close: () => context.close() };
};

/** Goes from the console to the provider, and back. */
export const signIn = async (page: Page, username: string): Promise<void> => {
  await page.getByRole('button', { name: /^Sign in at / }).click();
  await page.locator('#username').fill(username);
  await page.locator('#password').fill(PASSWORD);
  await page.locator('#kc-login').click();
  await page.getByRole('banner').waitFor();
};

const followTokens = async (page: Page): Promise<Pick<ConsoleVisit, 'token' | 'renewed'>> => {
  const given: string[] = [];
  const waiting: (() => void)[] = [];
  await page.route('**/protocol/openid-connect/token', async (route) => {
    const response = await route.fetch();
    const { access_token } = await response.json();
    if (typeof access_token === 'string') given.push(access_token);
    await route.fulfill({ response });
    if (!(route.request().postData() ?? '').includes('grant_type=refresh_token')) return;
    for (const go of waiting.splice(0)) go();
  });
  return {
    token: () => given.at(-1) ?? '',
    renewed: () => new Promise((resolve) => waiting.push(resolve)),
  };
};
