import { expect } from 'chai';
import { describe, it } from 'mocha';
import { SESSION_RECORDS } from '../testing/samples/session-samples.js';
import { startTestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, TENANT } from '../testing/worlds/world.js';

const scope = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;

describe('waiting for the revocation feed', () => {
  const started = async () => {
    const service = await startTestService({ on: 'sqlite' });
    const tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SESSION_RECORDS);
    // The first one is the sample's own.
    const wait = () => service.call(`/v1/revocations?${scope}&after=1&wait=30`, { token: tokens.admin });
    return { service, tokens, wait };
  };

  it('is answered when a session is terminated', async () => {
    const { service, tokens, wait } = await started();
    try {
      const waiting = wait();
      const ended = await service.call(`/v1/sessions/sess_1/terminate?${scope}`, {
        token: tokens.admin,
        body: { reason_code: 'incident' },
      });
      const { json } = await waiting;
      expect(json.items.map((item: { revocation_id: string }) => item.revocation_id)).to.deep.equal([
        ended.json.revocation_id,
      ]);
      expect(json.last_sequence).to.equal(2);
    } finally {
      await service.stop();
    }
  });

  it('is answered at once when the service stops', async () => {
    const { service, wait } = await started();
    const began = Date.now();
    const waiting = wait();
    // The call is under way once a second one on the same server was answered.
    await service.call('/healthz');
    await service.stop();
    const { status, json } = await waiting;
    expect([status, json]).to.deep.equal([200, { schema_version: '1.0', items: [], last_sequence: 1 }]);
    expect(Date.now() - began).to.be.below(5000);
  });
});
