import { expect } from 'chai';
import type { Page, Response } from 'playwright-core';
import { freeLoopbackPort } from '../../../../../tools/test-services/loopback-port.js';
import { type SpawnedProgram, spawnIdentityProvider } from '../processes/spawned-programs.js';
import { ADMIN_TOKEN, startTestService, type TestService } from '../test-service.js';
import type { ConsoleBench } from './console-bench.js';
import { signInAs } from './sign-in-stories.js';
import type { Visit } from './visit.js';

const RESOURCE = 'https://govgate.example/api';
const CLIENT = 'govgate-console';
const TOKEN_SECONDS = 120;
const MINUTE_MS = 60_000;
const KEPT = "sessionStorage.getItem('govgate.token')";

/** How long a sign-in lasts: renewed at a published OpenID provider, up to the limit of the environment, or until somebody signs out. */
export const sessionEndStories = (bench: () => ConsoleBench): void => {
  describe('a session of the console', function () {
    this.timeout(120_000);
    let provider: SpawnedProgram;
    let service: TestService;

    before(async () => {
      const [port, consolePort] = [await freeLoopbackPort(), await freeLoopbackPort()];
      const redirectUri = `http://127.0.0.1:${consolePort}/console/`;
      const client = { redirectUri, clientId: CLIENT, resource: RESOURCE };
      provider = await spawnIdentityProvider({ port, ...client, renewedAfter: TOKEN_SECONDS });
      service = await startTestService({
        settings: {
          GOVGATE_PORT: String(consolePort),
          GOVGATE_JWT_ISSUER: provider.url,
          GOVGATE_JWT_AUDIENCE: RESOURCE,
          GOVGATE_JWT_JWKS: `${provider.url}/jwks`,
          GOVGATE_CONSOLE_OIDC_CLIENT_ID: CLIENT,
          GOVGATE_CONSOLE_OIDC_RESOURCE: RESOURCE,
        },
      });
      await send('POST', '/v1/users', { user_id: 'ada', display_name: 'Ada' });
      await send('POST', '/v1/admin/role-bindings', {
        role: 'viewer',
        subject: { subject_type: 'user', subject_id: 'ada' },
        scope: { scope_type: 'tenant' },
        reason_code: 'onboarding',
      });
      await send('PUT', '/v1/environments/production', { console: { session_hours: 1 } });
    });
    after(async () => {
      await service?.stop();
      await provider?.stop();
    });

    const send = async (method: string, path: string, body: object): Promise<void> => {
      const answer = await service.call(path, { method, token: ADMIN_TOKEN, body });
      expect(answer.status, answer.text).to.be.oneOf([200, 201]);
    };

    /** Signs in with a clock that the story moves, in the browser alone. */
    const signedIn = async (stays = false): Promise<Visit> => {
      const visit = await bench().visitAt(service.url);
      const { page } = visit;
      page.setDefaultTimeout(30_000);
      await page.clock.install();
      if (stays) await page.getByLabel('Stay signed in in this tab').first().check();
      await beginAt(page);
      await signInAs(page, 'ada');
      await visit.heading('Overview');
      return visit;
    };
    const beginAt = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: /^Sign in at 127\.0\.0\.1/ }).click();
      await page.waitForURL(`${provider.url}/**`);
    };
    const renewalAt = async (page: Page): Promise<Response> => {
      const renewal = page.waitForResponse(
        (answer) => answer.url() === `${provider.url}/token` && answer.request().method() === 'POST',
      );
      await page.clock.fastForward((TOKEN_SECONDS - 25) * 1_000);
      return renewal;
    };

    it('is renewed by a refresh token that is another one each time, and the next call has the new access token', async () => {
      const visit = await signedIn(true);
      const { page } = visit;
      // Chromium does not keep the bodies of answers for whoever asks later.
      const given: Readonly<Record<string, unknown>>[] = [];
      await page.route(`${provider.url}/token`, async (route) => {
        const response = await route.fetch();
        if (route.request().method() === 'POST') given.push(await response.json());
        await route.fulfill({ response });
      });
      const sentWith = async (): Promise<URLSearchParams> => {
        const answer = await renewalAt(page);
        expect(answer.status()).to.equal(200);
        return new URLSearchParams(answer.request().postData() ?? '');
      };
      const first = await sentWith();
      expect(first.get('grant_type')).to.equal('refresh_token');
      const again = (await sentWith()).get('refresh_token');
      expect(again).to.equal(given[0]?.refresh_token);
      expect(again).not.to.equal(first.get('refresh_token'));
      const token = given[1]?.access_token;
      const call = page.waitForRequest((request) => request.url().includes('/v1/client-surfaces'));
      await visit.open('surfaces?environment=production');
      expect((await call).headers().authorization).to.equal(`Bearer ${token}`);
      // Of what is kept in the tab nothing renews.
      expect(JSON.parse(String(await page.evaluate(KEPT)))).to.have.keys('token', 'since');
      await visit.end();
    });

    it('ends with its access token where the provider refuses to renew it, and warns before', async () => {
      const visit = await signedIn();
      const { page } = visit;
      let renewals = 0;
      await page.route(`${provider.url}/token`, (route) => {
        if (route.request().method() === 'POST') renewals += 1;
        return route.fulfill({
          status: 400,
          headers: { 'access-control-allow-origin': '*' },
          json: { error: 'invalid_grant' },
        });
      });
      visit.expectRefusals(400);
      await renewalAt(page);
      await page.clock.fastForward(6_000);
      await page.getByText(/Your session ends at/).waitFor();
      await page.clock.fastForward(6_000);
      expect(renewals).to.equal(1);
      await visit.end();
    });

    it('ends at the limit of the environment with a warning before, calls nothing more, and goes on after another sign-in', async () => {
      const visit = await signedIn(true);
      const { page } = visit;
      await page.clock.fastForward(50 * MINUTE_MS);
      expect(await page.getByText(/Your session ends at/).count()).to.equal(0);
      await page.clock.fastForward(6 * MINUTE_MS);
      await page.getByText(/Your session ends at/).waitFor();
      await visit.expectAccessible();
      await page.clock.fastForward(5 * MINUTE_MS);
      const again = page.locator('[role=dialog]', { hasText: 'Sign in again' });
      expect(await again.getByRole('alert').innerText()).to.contain('session_ended');
      expect(await page.evaluate(KEPT)).to.equal(null);
      const calls: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/v1/')) calls.push(request.url());
      });
      await page.clock.fastForward(5 * MINUTE_MS);
      expect(calls).to.deep.equal([]);
      const opened = page.context().waitForEvent('page');
      await page.getByRole('button', { name: /in a new tab$/ }).click();
      await opened;
      await again.waitFor({ state: 'detached' });
      expect((await renewalAt(page)).status()).to.equal(200);
      await visit.end();
    });

    it('that is kept in its tab is not prolonged by loading the page again', async () => {
      const visit = await signedIn(true);
      const { page } = visit;
      await page.clock.fastForward(30 * MINUTE_MS);
      await page.reload();
      await visit.heading('Overview');
      await page.clock.fastForward(31 * MINUTE_MS);
      await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
      await visit.end();
    });

    it('ends at the provider too when somebody signs out', async () => {
      const visit = await signedIn();
      const { page } = visit;
      const left = page.waitForRequest((request) => request.url().startsWith(`${provider.url}/session/end?`));
      await visit.button('Sign out').click();
      const wanted = new URL((await left).url()).searchParams;
      expect([...wanted.keys()]).to.deep.equal(['id_token_hint', 'client_id']);
      await page.getByRole('button', { name: /^Yes/ }).click();
      await page.waitForURL(`${provider.url}/session/end/success**`);
      await page.goto(`${service.url}/console/`);
      await beginAt(page);
      // The provider does not know any more who it is.
      await page.getByPlaceholder('Enter any login').waitFor();
      await page.context().close();
      expect(visit.complaints).to.deep.equal([]);
    });
  });
};
