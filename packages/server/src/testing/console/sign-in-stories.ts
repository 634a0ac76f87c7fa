import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { freeLoopbackPort } from '../../../../../tools/test-services/loopback-port.js';
import { makeOneTimeLink } from '../../serve/one-time-link.js';
import { systemClock } from '../../system/system-clock.js';
import { type SpawnedProgram, spawnIdentityProvider } from '../processes/spawned-programs.js';
import { ADMIN_TOKEN, startTestService, type TestService } from '../test-service.js';
import type { ConsoleBench } from './console-bench.js';
import type { Visit } from './visit.js';

const RESOURCE = 'https://govgate.example/api';
const CLIENT = 'govgate-console';
const HOUR_MS = 3_600_000;

/** Signing in: at a published OpenID provider in a separate process, and by a link that works once. */
export const signInStories = (bench: () => ConsoleBench): void => {
  describe('signing in', function () {
    this.timeout(120_000);
    const link = makeOneTimeLink(ADMIN_TOKEN, systemClock);
    let provider: SpawnedProgram;
    let service: TestService;

    before(async () => {
      const [port, consolePort] = [await freeLoopbackPort(), await freeLoopbackPort()];
      const redirectUri = `http://127.0.0.1:${consolePort}/console/`;
      provider = await spawnIdentityProvider({ port, redirectUri, clientId: CLIENT, resource: RESOURCE });
      service = await startTestService({
        beside: link,
        settings: {
          GOVGATE_PORT: String(consolePort),
          GOVGATE_JWT_ISSUER: provider.url,
          GOVGATE_JWT_AUDIENCE: RESOURCE,
          GOVGATE_JWT_JWKS: `${provider.url}/jwks`,
          GOVGATE_CONSOLE_OIDC_CLIENT_ID: CLIENT,
          GOVGATE_CONSOLE_OIDC_RESOURCE: RESOURCE,
        },
      });
      await post('/v1/users', { user_id: 'ada', display_name: 'Ada' });
      await post('/v1/users', { user_id: 'bob', display_name: 'Bob' });
      await post('/v1/admin/role-bindings', {
        role: 'security_admin',
        subject: { subject_type: 'user', subject_id: 'ada' },
        scope: { scope_type: 'tenant' },
        reason_code: 'onboarding',
      });
    });
    after(async () => {
      await service?.stop();
      await provider?.stop();
    });

    const post = async (path: string, body: object): Promise<void> => {
      const answer = await service.call(path, { token: ADMIN_TOKEN, body });
      expect(answer.status, answer.text).to.equal(201);
    };
    const visitor = async (): Promise<Visit> => {
      const visit = await bench().visitAt(service.url);
      visit.page.setDefaultTimeout(30_000);
      return visit;
    };
    const root = () => `${service.url}/console/`;
    const beginAt = async ({ page }: Visit): Promise<void> => {
      await page.getByRole('button', { name: /^Sign in at 127\.0\.0\.1/ }).click();
      await page.waitForURL(`${provider.url}/**`);
    };
    const alertOf = (page: Page): Promise<string> => page.getByRole('alert').innerText();

    it('is done at the provider, back to the requested page, with no trace of the code; the intended action then works', async () => {
      const visit = await visitor();
      const { page } = visit;
      const wanted = `${root()}access/role-bindings?environment=production`;
      await page.goto(wanted);
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await beginAt(visit);
      await signInAs(page, 'ada');
      await visit.heading('Role bindings');
      expect(page.url()).to.equal(wanted);
      // The service never saw the code, and no entry of the history of the console has one.
      expect(addresses.filter((one) => one.startsWith(service.url) && /code=|token/.test(one))).to.deep.equal(
        [],
      );
      const kept = await page.evaluate(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
      );
      expect(kept).to.equal('[{},{},""]');
      await visit.button('Grant a role').click();
      const dialog = page.locator('[role=dialog]');
      await dialog.getByLabel('Who', { exact: true }).fill('bob');
      await dialog.getByLabel('Role', { exact: true }).selectOption('viewer');
      const audited = await visit.decide('Grant a role', 'onboarding');
      await visit.followToAudit(audited, 'role_binding.created');
      expect(await page.locator('main').innerText()).to.match(/\bada\b[\s\S]*Signed in by\s+jwt/);
      await visit.end();
    });

    it('is requested again when the token expires, and what was being filled in stays', async () => {
      const visit = await visitor();
      const { page } = visit;
      await beginAt(visit);
      await signInAs(page, 'ada');
      await visit.heading('Overview');
      await visit.go('x', 'Role bindings');
      await visit.button('Grant a role').click();
      const form = page.locator('[role=dialog]', { hasText: 'Type of subject' });
      await form.getByLabel('Reason in words').fill('Half an hour of typing');
      visit.expectRefusals(401);
      const real = Date.now;
      // The service's clock, in this process; the browser has its own.
      Date.now = () => real() + 2 * HOUR_MS;
      try {
        await form.getByLabel('Who', { exact: true }).fill('bob');
        await form.getByLabel('Role', { exact: true }).selectOption('viewer');
        await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
      } finally {
        Date.now = real;
      }
      const again = page.locator('[role=dialog]', { hasText: 'Sign in again' });
      expect(await again.getByRole('alert').innerText()).to.contain('token_expired');
      await visit.expectAccessible();
      const opened = page.context().waitForEvent('page');
      await page.getByRole('button', { name: /in a new tab$/ }).click();
      // The provider still knows who it is.
      await opened;
      await again.waitFor({ state: 'detached' });
      expect(await form.getByLabel('Reason in words').inputValue()).to.equal('Half an hour of typing');
      await form.getByLabel('Role', { exact: true }).selectOption('auditor');
      const audited = await visit.decide('Grant a role', 'onboarding');
      expect(await audited.innerText()).to.equal('role_binding.created');
      await visit.end();
    });

    it('is refused with a state that this tab did not issue, whether or not it expects an answer', async () => {
      const visit = await visitor();
      const { page } = visit;
      for (const begins of [false, true]) {
        if (begins) await beginAt(visit);
        await page.goto('about:blank');
        await page.goto(`${root()}#code=stolen&state=wrong`);
        expect(await alertOf(page)).to.contain('sign_in_not_begun');
        expect(page.url()).to.equal(root());
      }
      await visit.end();
    });

    it('is refused with an ID token that was issued for another sign-in', async () => {
      const visit = await visitor();
      const { page } = visit;
      await page.addInitScript(`{
        const begun = JSON.parse(sessionStorage.getItem('govgate.sign-in') ?? 'null');
        if (begun !== null && location.hash !== '')
          sessionStorage.setItem('govgate.sign-in', JSON.stringify({ ...begun, nonce: 'another' }));
      }`);
      await beginAt(visit);
      await signInAs(page, 'ada');
      expect(await alertOf(page)).to.contain('sign_in_nonce');
      await visit.end();
    });

    it('shows why the provider refuses, as text', async () => {
      const visit = await visitor();
      await beginAt(visit);
      await visit.page.getByRole('link', { name: /cancel/i }).click();
      await visit.page.waitForURL(`${service.url}/**`);
      expect(await alertOf(visit.page)).to.match(/access_denied[\s\S]*sign_in_refused/);
      const begun = await visit.page.evaluate("sessionStorage.getItem('govgate.sign-in')");
      expect(begun).to.equal(null);
      await visit.end();
    });

    it('shows that the API does not accept a token for somebody else', async () => {
      const visit = await visitor();
      visit.expectRefusals(401);
      await fetch(`${provider.url}/for-tests/audience/${encodeURIComponent('https://somebody.example')}`);
      try {
        await beginAt(visit);
        await signInAs(visit.page, 'ada');
        expect(await alertOf(visit.page)).to.match(/token_invalid[\s\S]*req_/);
      } finally {
        await fetch(`${provider.url}/for-tests/audience/${encodeURIComponent(RESOURCE)}`);
      }
      await visit.end();
    });

    it('is done by a link once, whose code leaves the address at once; a second use is refused', async () => {
      const visit = await visitor();
      const { page } = visit;
      await page.goto('about:blank');
      await page.goto(`${root()}sessions?environment=production#link=${link.code}`);
      await visit.heading('Sessions');
      expect(page.url()).to.equal(`${root()}sessions?environment=production`);
      visit.expectRefusals(403);
      await page.goto('about:blank');
      await page.goto(`${root()}#link=${link.code}`);
      expect(await alertOf(page)).to.contain('sign_in_link_refused');
      expect(page.url()).to.equal(root());
      await visit.end();
    });
  });
};

/** Fills in the provider's own pages: the user, and the consent for the console. */
export const signInAs = async (page: Page, user: string): Promise<void> => {
  await page.getByPlaceholder('Enter any login').fill(user);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
};
