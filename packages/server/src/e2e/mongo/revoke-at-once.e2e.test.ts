import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeWithMongo } from '../../../../../tools/test-services/require-service.js';
import { type MongoPair, startMongoPair } from '../../testing/processes/mongo-pair.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { ADMIN_TOKEN, type Answered, type Call } from '../../testing/test-service.js';

const token = ADMIN_TOKEN;
const TRIALS = LONG_FORM ? 1_000 : 15;
const ENVIRONMENT = 'environment_id=production';

/** A planted fault: answers are kept for two seconds. */
const withCache = (call: Call): Call => {
  const kept = new Map<string, { readonly until: number; readonly answer: Promise<Answered> }>();
  return (path, request = {}) => {
    const key = JSON.stringify([path, request]);
    const known = kept.get(key);
    if (known !== undefined && known.until > Date.now()) return known.answer;
    const answer = call(path, request);
    kept.set(key, { until: Date.now() + 2_000, answer });
    return answer;
  };
};

describeWithMongo(
  'A4: a revoke counts at once, on process B after the answer of A, over one MongoDB',
  (serverUrl) => {
    let pair: MongoPair;
    let anna: string;

    before(async function () {
      this.timeout(90_000);
      pair = await startMongoPair(serverUrl);
      const folder = mkdtempSync(join(tmpdir(), 'govgate-a4-'));
      const file = join(folder, 'bundle.json');
      const users = [{ user_id: 'anna', tenant_id: 'default', display_name: 'Anna' }];
      writeFileSync(file, JSON.stringify({ schema_version: '1.0', users }));
      expect((await pair.cli(['import', file])).code).to.equal(0);
      rmSync(folder, { recursive: true, force: true });
      anna = await makeToken();
    });
    after(() => pair.dispose());

    const makeToken = async (): Promise<string> =>
      (await pair.cli(['token', 'create', '--tenant', 'default', '--user', 'anna'])).stdout.trim();

    const grant = async (): Promise<string> => {
      const answer = await pair.a.call('/v1/admin/role-bindings', {
        token,
        body: {
          role: 'viewer',
          subject: { subject_type: 'user', subject_id: 'anna' },
          scope: { scope_type: 'environment', environment_id: 'production' },
          reason_code: 'sample',
        },
      });
      expect(answer.status, answer.text).to.equal(201);
      return answer.json.binding_id;
    };

    const disable = async (bindingId: string): Promise<void> => {
      const body = { reason_code: 'sample' };
      const answer = await pair.a.call(`/v1/admin/role-bindings/${bindingId}/disable`, { token, body });
      expect(answer.status, answer.text).to.equal(200);
    };

    /** How often B still admitted somebody after A had answered that the grant is gone. */
    const staleBindings = async (onB: Call, trials: number): Promise<number> => {
      let stale = 0;
      const ask = async () => (await onB(`/v1/policies?${ENVIRONMENT}`, { token: anna })).status;
      for (let trial = 0; trial < trials; trial += 1) {
        const bindingId = await grant();
        expect(await ask()).to.equal(200);
        await disable(bindingId);
        if ((await ask()) !== 403) stale += 1;
      }
      return stale;
    };

    const report = (call: Call, sessionId: string): Promise<Answered> =>
      call(`/v1/sessions/${sessionId}?${ENVIRONMENT}`, {
        method: 'PUT',
        token,
        body: { user_id: 'anna', state: 'active' },
      });

    /** How often B still considered a session alive after A had answered that it is terminated. */
    const staleSessions = async (onB: Call, trials: number, prefix: string): Promise<number> => {
      let stale = 0;
      const state = async (id: string) =>
        (await onB(`/v1/sessions/${id}?${ENVIRONMENT}`, { token })).json.state;
      for (let trial = 0; trial < trials; trial += 1) {
        const id = `${prefix}_${trial}`;
        expect((await report(pair.b.call, id)).status).to.be.oneOf([200, 201]);
        expect(await state(id)).to.equal('active');
        const ended = await pair.a.call(`/v1/sessions/${id}/terminate?${ENVIRONMENT}`, {
          token,
          body: { reason_code: 'incident' },
        });
        expect(ended.status, ended.text).to.equal(200);
        const again = await report(onB, id);
        const feed = (await onB(`/v1/revocations?${ENVIRONMENT}&after=${trial}`, { token })).json.items;
        const denied = (await state(id)) === 'terminated' && again.status === 409;
        if (!denied || feed[0]?.revocation_id !== ended.json.revocation_id) stale += 1;
      }
      return stale;
    };

    it('denies on B whose role binding was disabled on A', async () => {
      const stale = await staleBindings(pair.b.call, TRIALS);
      tellProof({ id: 'A4', what: 'role bindings over MongoDB', trials: TRIALS, broken: stale });
      expect(stale).to.equal(0);
    }).timeout(600_000);

    it('considers a session that was terminated on A dead on B', async () => {
      const stale = await staleSessions(pair.b.call, TRIALS, 'sess');
      tellProof({ id: 'A4', what: 'sessions over MongoDB', trials: TRIALS, broken: stale });
      expect(stale).to.equal(0);
    }).timeout(600_000);

    it('denies on B a token that was revoked by the command', async () => {
      const short = await makeToken();
      expect((await pair.b.call('/v1/identity/me', { token: short })).status).to.equal(200);
      expect((await pair.cli(['token', 'revoke', short.slice(4, 16)])).code).to.equal(0);
      expect((await pair.b.call('/v1/identity/me', { token: short })).json.reasonCode).to.equal(
        'token_invalid',
      );
    }).timeout(60_000);

    it('detects a cache of two seconds', async () => {
      expect(await staleBindings(withCache(pair.b.call), 3)).to.be.greaterThan(0);
      expect(await staleSessions(withCache(pair.b.call), 3, 'planted')).to.be.greaterThan(0);
    }).timeout(60_000);
  },
);
