import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { sampleManifest } from '../testing/samples/policy-samples.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../testing/worlds/world.js';

const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;

const tests = (effect: string): Record<string, unknown> => ({
  tests_version: '1.0',
  subjects: { operator: { user_id: 'ada', groups: ['operators'] }, other: { user_id: 'vic' } },
  targets: { find: { kind: 'mcp_server', server_id: 'srv_search', tool_id: 'find', risk_tier: 'low' } },
  cases: {
    operators_find: {
      subjects: ['operator', 'other'],
      targets: ['find'],
      actions: ['tool.invoke'],
      expected: [{ effect }],
    },
  },
});

describe('a policy with its tests', () => {
  let service: TestService;
  let tokens: Tokens;
  const owner = { user_id: 'ada', team: 'payments' };

  const call = (path: string, body?: unknown, method?: string, headers = {}) =>
    service.call(`/v1/policies${path}?${SCOPE}`, {
      token: tokens.admin,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(method === undefined ? {} : { method }),
    });

  before(async () => {
    service = await startTestService({ on: 'sqlite' });
    tokens = await makeWorld(service.ports);
  });

  after(() => service.stop());

  it('is created with them, shows them on their own endpoint and nowhere else', async () => {
    const created = await call('', {
      policy_version: 'pv_1',
      owner,
      body: sampleManifest(),
      tests: tests('allow'),
    });
    expect([created.status, 'tests' in created.json]).to.deep.equal([201, false]);
    expect((await call('/pv_1')).json).to.not.have.property('tests');
    const read = await call('/pv_1/tests');
    expect([read.status, Object.keys(read.json)]).to.deep.equal([
      200,
      ['schema_version', 'policy_version', 'status', 'manifest_hash', 'etag', 'tests', 'permissions'],
    ]);
    expect(read.json.tests).to.deep.equal(tests('allow'));
    expect(read.json.manifest_hash).to.equal(created.json.manifest_hash);
  });

  it('is not published while it fails them, and says which', async () => {
    const { manifest_hash } = (await call('/pv_1')).json;
    const finding = {
      reason_code: 'test_failed',
      message: 'A test of the policy does not get the decision that it expects.',
      line: null,
      column: null,
      path: '/tests/cases/operators_find',
      detail: 'A call of this case does not get the decision that is expected: allow.',
      expected: { values: ['allow'] },
    };
    const refused = await call('/pv_1/publish', { manifest_hash, reason_code: 'go_live' });
    expect([refused.status, refused.json.status, refused.json.validation.errors]).to.deep.equal([
      422,
      'draft',
      [finding],
    ]);
    const validated = await call('/pv_1/validate', {});
    expect([
      validated.status,
      validated.json.validation.valid,
      validated.json.validation.errors,
    ]).to.deep.equal([200, false, [finding]]);
    const preview = await call('/pv_1/publish/preview', {});
    expect(preview.json).to.deep.include({ status: 'draft', against: null, publishable: false });
    expect(preview.json.tests).to.deep.equal({
      cases: 1,
      calls: 2,
      failed: 2,
      failures: ['operator', 'other'].map((subject) => ({
        case: 'operators_find',
        subject,
        target: 'find',
        action: 'tool.invoke',
        expected: { effect: 'allow', reason_code: null, decided_by: null },
        actual: {
          effect: 'require_approval',
          reason_code: 'writes_need_approval',
          decided_by: ['ask-for-writes'],
        },
      })),
    });
  });

  it('is published once it passes them', async () => {
    const { json } = await call('/pv_1/tests');
    const unseen = await call('/pv_1/tests', { tests: tests('require_approval') }, 'PUT');
    expect([unseen.status, unseen.json.reasonCode]).to.deep.equal([428, 'precondition_required']);
    const replaced = await call('/pv_1/tests', { tests: tests('require_approval') }, 'PUT', {
      'if-match': json.etag,
    });
    expect([replaced.status, replaced.json.tests]).to.deep.equal([200, tests('require_approval')]);
    const { manifest_hash } = replaced.json;
    expect((await call('/pv_1/publish/preview', { manifest_hash })).json).to.deep.include({
      publishable: true,
    });
    expect((await call('/pv_1/publish', { manifest_hash, reason_code: 'go_live' })).status).to.equal(200);
    const late = await call('/pv_1/tests', { tests: null }, 'PUT', { 'if-match': '*' });
    expect([late.status, late.json.reasonCode]).to.deep.equal([409, 'invalid_state']);
  });

  it('keeps its tests through an edit that does not name them, and loses them to one with null', async () => {
    await call('', {
      policy_version: 'pv_2',
      owner,
      body: sampleManifest('allow'),
      tests: tests('require_approval'),
    });
    const edit = async (fields: object) => {
      const { etag } = (await call('/pv_2/tests')).json;
      const body = { owner, body: sampleManifest('allow'), ...fields };
      return (await call('/pv_2', body, 'PUT', { 'if-match': etag })).status;
    };
    expect(await edit({ description: 'Edited' })).to.equal(200);
    expect((await call('/pv_2/tests')).json.tests).to.deep.equal(tests('require_approval'));
    expect(await edit({ description: 'Edited', tests: null })).to.equal(200);
    expect((await call('/pv_2/tests')).json.tests).to.equal(null);
  });

  it('refuses tests that cannot be run, with their position', async () => {
    const body = { policy_version: 'pv_3', owner, body: sampleManifest() };
    const broken = { ...tests('allow'), targets: {} };
    const refused = await call('', { ...body, tests: broken });
    expect([refused.status, refused.json.reasonCode, refused.json.field]).to.deep.equal([
      422,
      'unknown_reference',
      'tests.cases.operators_find.targets.0',
    ]);
    const odd = await call('', { ...body, tests: { ...broken, now: 'noon' } });
    expect([odd.status, odd.json.reasonCode, odd.json.field]).to.deep.equal([
      400,
      'invalid_request',
      'tests.now',
    ]);
  });

  it('says in the preview and in the diff what happens to calls', async () => {
    const body = { ...sampleManifest(), rules: (sampleManifest().rules as object[]).slice(0, 1) };
    const created = await call('', { policy_version: 'pv_4', owner, body });
    expect(created.status).to.equal(201);
    const newly = {
      changes: [
        {
          class: 'approval_dropped',
          rule_ids: ['ask-for-writes', 'allow-search'],
          before: { effect: 'require_approval', rule_id: 'ask-for-writes' },
          after: { effect: 'allow', rule_id: 'allow-search' },
          witness: {
            groups: ['operators'],
            target: { kind: 'mcp_server', server_id: 'srv_search', tool_id: 'other' },
            risk_tier: 'low',
            action: 'tool.invoke',
          },
        },
        {
          class: 'newly_denied',
          rule_ids: ['ask-for-writes'],
          before: { effect: 'require_approval', rule_id: 'ask-for-writes' },
          after: { effect: 'deny', rule_id: null },
          witness: {
            target: { kind: 'mcp_server', server_id: 'other', tool_id: 'other' },
            risk_tier: 'low',
            action: 'tool.invoke',
          },
        },
      ],
      undecided: [],
    };
    const preview = await call('/pv_4/publish/preview', {});
    expect([
      preview.status,
      preview.json.against,
      preview.json.publishable,
      preview.json.newly,
    ]).to.deep.equal([200, 'pv_1', true, newly]);
    const diff = await service.call(`/v1/policies/pv_4/diff?${SCOPE}&against=pv_1`, { token: tokens.admin });
    expect(diff.json.newly).to.deep.equal(newly);
    for (const { witness, before, after } of newly.changes) {
      const simulated = await call('/pv_4/simulate', { request: witness, against: 'pv_1' });
      expect([simulated.json.against.decision.effect, simulated.json.result.decision.effect]).to.deep.equal([
        before.effect,
        after.effect,
      ]);
    }
    expect((await call('/pv_4')).json.status).to.equal('draft');
  });

  it('previews nothing to whoever may not publish, and another hash not at all', async () => {
    const viewed = await service.call(`/v1/policies/pv_4/publish/preview?${SCOPE}`, {
      token: tokens.viewer,
      body: {},
    });
    expect([viewed.status, viewed.json.reasonCode]).to.deep.equal([403, 'permission_denied']);
    const other = await call('/pv_4/publish/preview', { manifest_hash: `sha256:${'0'.repeat(64)}` });
    expect([other.status, other.json.reasonCode]).to.deep.equal([409, 'manifest_hash_mismatch']);
  });

  it('reports that a version that does not pass validation cannot decide anything', async () => {
    await call('', {
      policy_version: 'pv_5',
      owner,
      body: { manifest_version: '1.0' },
      tests: tests('allow'),
    });
    const preview = await call('/pv_5/publish/preview', {});
    expect(preview.json).to.deep.include({ publishable: false, tests: null, newly: null });
    const diff = await service.call(`/v1/policies/pv_5/diff?${SCOPE}&against=pv_1`, { token: tokens.admin });
    expect([diff.status, diff.json.newly]).to.deep.equal([200, null]);
  });
});
