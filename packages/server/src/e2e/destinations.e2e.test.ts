import { destinationKind } from '@govgate/ports';
import { expect } from 'chai';
import { expectRefusal } from '../testing/expectations.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../testing/worlds/world.js';

const SCOPE = { tenant_id: TENANT, environment_id: PRODUCTION };
const QUERY = new URLSearchParams(SCOPE).toString();
const CANARIES = {
  endpoint_secret_ref: 'file:canary/endpoint',
  token_secret_ref: 'env:CANARY_TOKEN',
  signing_key_ref: 'env:CANARY_KEY',
};

const BODY = {
  destination_id: 'dst_lake',
  kind: 'splunk_hec',
  destination_ref: 'dstref_security-lake',
  endpoint_ref: 'epref_security-lake',
  ...CANARIES,
};

const DISABLED_AND_NEVER_CHECKED = {
  status: 'disabled',
  checked_at: '',
  reason_code: 'destination_disabled',
};

describe('destinations over HTTP', () => {
  let service: TestService;
  let tokens: Tokens;

  beforeEach(async () => {
    service = await startTestService({ on: 'sqlite' });
    tokens = await makeWorld(service.ports);
  });

  afterEach(() => service.stop());

  const call = (path: string, request: Parameters<TestService['call']>[1] = {}) =>
    service.call(`/v1/siem-webhooks${path}`, { token: tokens.admin, ...request });
  const create = (over: object = {}, headers = {}) =>
    call(`?${QUERY}`, { body: { ...BODY, ...over }, headers });
  const switched = { body: { ...SCOPE, reason_code: 'too_noisy' } };

  it('answers a disable with the destination as the contract spells it', async () => {
    await create();
    const answer = await call('/dst_lake/disable', switched);
    expect([answer.status, answer.json]).to.deep.equal([
      200,
      {
        schemaVersion: '1.0',
        ...SCOPE,
        destination_id: 'dst_lake',
        kind: 'splunk_hec',
        enabled: false,
        destination_ref: 'dstref_security-lake',
        endpoint_ref: 'epref_security-lake',
        siem_delivery_status: DISABLED_AND_NEVER_CHECKED,
        webhook_status: { status: 'not_configured', checked_at: '', reason_code: 'not_applicable' },
        audit_export_status: DISABLED_AND_NEVER_CHECKED,
        audit_export_link: { admin_api_operation: 'list_audit_events', duplicates_export_jobs: false },
        retention_policy: { metadata_retention_days: 90, export_format: 'ocsf_json' },
        redaction: {
          include_payloads: false,
          private_payload_egress: false,
          secret_material_returned: false,
          no_payload_guarantee: true,
          audit_material: 'metadata_only',
        },
        permissions: { allowed_actions: ['enable', 'read', 'update'] },
      },
    ]);
  });

  it('needs the scope of a disable in the body', async () => {
    for (const field of ['tenant_id', 'environment_id', 'reason_code'] as const) {
      const { [field]: _, ...rest } = switched.body;
      const reason = field === 'reason_code' ? 'invalid_request' : 'missing_scope';
      expectRefusal(await call('/dst_lake/disable', { body: rest }), 400, reason, field);
    }
    expectRefusal(await call('/dst_lake/disable', switched), 404, 'not_found');
    expectRefusal(await call(`/dst_lake/disable?${QUERY}`, switched), 400, 'unknown_field', 'tenant_id');
  });

  it('refuses a real endpoint where a handle belongs, and does not repeat it', async () => {
    const answer = await create({ endpoint_ref: 'https://canary.example/T0?token=canary' });
    expectRefusal(answer, 422, 'raw_endpoint_material_rejected', 'endpoint_ref');
    const outside = await create({ token_secret_ref: 'file:/etc/canary' });
    expectRefusal(outside, 400, 'invalid_request', 'token_secret_ref');
    const trail = await service.call(`/v1/audit/export?tenant_id=${TENANT}`, { token: tokens.admin });
    expect(answer.text + outside.text + trail.text).not.to.match(/canary/i);
    expect(trail.text).to.include('raw_endpoint_material_rejected');
  });

  it('changes a destination for a caller who saw its current version', async () => {
    await create();
    const etag = (await call(`/dst_lake?${QUERY}`)).headers.get('etag') ?? '';
    const put = (headers: Record<string, string>) =>
      call(`/dst_lake?${QUERY}`, {
        method: 'PUT',
        headers,
        body: { destination_ref: 'dstref_security-lake', endpoint_ref: 'epref_elsewhere' },
      });
    expectRefusal(await put({}), 428, 'precondition_required');
    const changed = await put({ 'if-match': etag });
    expect([changed.status, changed.json.endpoint_ref]).to.deep.equal([200, 'epref_elsewhere']);
    expectRefusal(await put({ 'if-match': etag }), 412, 'etag_mismatch');
    const stored = await service.ports.records.get(
      destinationKind,
      { tenantId: TENANT, environmentId: PRODUCTION },
      'dst_lake',
    );
    expect(stored?.record.tokenSecretRef).to.equal(CANARIES.token_secret_ref);
  });

  it('reveals no reference: not in an answer, a replay, the trail or the document', async () => {
    const key = { 'idempotency-key': 'create-1' };
    const said = [
      await create({}, key),
      await create({}, key),
      await create(),
      await create({ surprise: 'x' }),
      await call(`/dst_lake?${QUERY}`),
      await call(`?${QUERY}`),
      await call(`/dst_lake?${QUERY}`, {
        method: 'PUT',
        headers: { 'if-match': '*' },
        body: {
          destination_ref: 'dstref_security-lake',
          endpoint_ref: 'epref_security-lake',
          token_secret_ref: 'env:CANARY_NEXT',
        },
      }),
      await call('/dst_lake/disable', switched),
      await call('/dst_lake/enable', switched),
      await service.call(`/v1/audit/events?tenant_id=${TENANT}&limit=200`, { token: tokens.admin }),
      await service.call(`/v1/audit/export?tenant_id=${TENANT}`, { token: tokens.admin }),
      await service.call('/v1/openapi.json'),
    ];
    expect(said.map(({ status }) => status)).to.deep.equal([
      201, 201, 409, 400, 200, 200, 200, 200, 200, 200, 200, 200,
    ]);
    for (const { text, headers } of said) expect(text + JSON.stringify([...headers])).not.to.match(/canary/i);
  });
});
