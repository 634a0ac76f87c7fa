import { activePolicyFromWire } from '@govgate/domain';
import { expect } from 'chai';
import { BASE_RECORDS } from '../testing/samples/base-samples.js';
import { sampleHash, sampleManifest } from '../testing/samples/policy-samples.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, STAGING, TENANT, type Tokens } from '../testing/worlds/world.js';

const PATH = `/v1/active-policy?tenant_id=${TENANT}&environment_id=`;

describe('the active policy', () => {
  let service: TestService;
  let tokens: Tokens;

  before(async () => {
    service = await startTestService();
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, BASE_RECORDS);
  });

  after(() => service.stop());

  const read = (headers: Readonly<Record<string, string>> = {}, environment = PRODUCTION) =>
    service.call(PATH + environment, { token: tokens.admin, headers });

  it('is read with its manifest, null while none is, and answers 304 until another is', async () => {
    const none = await read();
    expect([none.status, none.json]).to.deep.equal([200, { schema_version: '1.0', policy: null }]);
    const tag = none.headers.get('etag') ?? '';
    expect((await read({ 'if-none-match': tag })).status).to.equal(304);
    const published = await service.call(
      `/v1/policies/pv_draft/publish?tenant_id=${TENANT}&environment_id=${PRODUCTION}`,
      { token: tokens.admin, body: { manifest_hash: sampleHash(), reason_code: 'go_live' } },
    );
    expect(published.status).to.equal(200);
    const now = await read({ 'if-none-match': tag });
    expect(now.status).to.equal(200);
    expect(activePolicyFromWire(now.json)).to.deep.equal({
      tenantId: TENANT,
      environmentId: PRODUCTION,
      policyVersion: 'pv_draft',
      manifest: sampleManifest(),
    });
    const again = await read({ 'if-none-match': now.headers.get('etag') ?? '' });
    expect([again.status, again.text]).to.deep.equal([304, '']);
    expect((await read({}, STAGING)).json).to.deep.equal({ schema_version: '1.0', policy: null });
  });

  it('is refused to those who may not read it: never null', async () => {
    const other = await service.call(`/v1/active-policy?tenant_id=${TENANT}&environment_id=elsewhere`, {
      token: tokens.admin,
    });
    expect([other.status, other.json.reasonCode]).to.deep.equal([403, 'scope_forbidden']);
    const nobody = await service.call(PATH + PRODUCTION, { token: tokens.nobody });
    expect([nobody.status, nobody.json.reasonCode]).to.deep.equal([403, 'scope_forbidden']);
  });
});
