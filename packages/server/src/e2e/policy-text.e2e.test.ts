import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { sampleManifest } from '../testing/samples/policy-samples.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../testing/worlds/world.js';

const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;
const TEXT = `# Written by hand, kept by hand.\n${JSON.stringify(sampleManifest())}\n`;

describe('the text of a policy', () => {
  let service: TestService;
  let tokens: Tokens;
  const owner = { user_id: 'ada', team: 'payments' };

  const call = (path: string, body?: unknown, method?: string, headers = {}) =>
    service.call(`/v1/${path}${path.includes('?') ? '&' : '?'}${SCOPE}`, {
      token: tokens.admin,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(method === undefined ? {} : { method }),
    });
  const textOf = async (version: string) => {
    const { text, text_format } = (await call(`policies/${version}?include=text`)).json;
    return [text, text_format];
  };

  before(async () => {
    service = await startTestService({ on: 'sqlite' });
    tokens = await makeWorld(service.ports);
  });

  after(() => service.stop());

  it('is read as it was written, by whoever asks for it, and is no part of any other answer', async () => {
    const created = await call('policies', {
      policy_version: 'pv_text',
      owner,
      text: TEXT,
      text_format: 'yaml',
    });
    expect([created.status, created.json.body]).to.deep.equal([201, sampleManifest()]);
    expect(await textOf('pv_text')).to.deep.equal([TEXT, 'yaml']);
    for (const answer of [
      created,
      await call('policies/pv_text'),
      await call('policies/pv_text/validate', {}),
      await call('policies?include=body'),
    ]) {
      expect(answer.status).to.be.lessThan(300);
      expect(JSON.stringify(answer.json)).to.not.contain('kept by hand').and.not.contain('text_format');
    }
  });

  it('survives a publish, and is gone where the draft is replaced by an object', async () => {
    const { manifest_hash } = (await call('policies/pv_text')).json;
    const body = { manifest_hash, reason_code: 'release' };
    expect((await call('policies/pv_text/publish', body)).status).to.equal(200);
    expect(await textOf('pv_text')).to.deep.equal([TEXT, 'yaml']);
    const json = `\n${JSON.stringify(sampleManifest(), null, 3)}`;
    await call('policies', { policy_version: 'pv_json', owner, text: json, text_format: 'json' });
    expect(await textOf('pv_json')).to.deep.equal([json, 'json']);
    const { headers } = await call('policies/pv_json');
    const replaced = await call('policies/pv_json', { owner, body: sampleManifest() }, 'PUT', {
      'If-Match': headers.get('etag') ?? '',
    });
    expect(replaced.status).to.equal(200);
    expect(await textOf('pv_json')).to.deep.equal([null, null]);
  });

  it('is in no audit event', async () => {
    const events = await call('audit/events?resource_id=pv_text');
    expect(events.json.items).to.have.length.greaterThan(1);
    expect(JSON.stringify(events.json)).to.not.contain('by hand');
  });

  it('is refused with a secret in a comment, an alias or a key that is there twice, and never repeated', async () => {
    const secret = 'sk_live_0123456789abcdef';
    for (const [text, reason] of [
      [`# ${secret}\n${TEXT}`, 'forbidden_material'],
      [`a: &x 1\nb: *x\n`, 'invalid_request'],
      ['rules: []\nrules: []\n', 'invalid_request'],
      [`# ${'é'.repeat(140_000)}\n${TEXT}`, 'payload_too_large'],
    ] as const) {
      const refused = await call('policies', { policy_version: 'pv_bad', owner, text, text_format: 'yaml' });
      const field = reason === 'payload_too_large' ? undefined : 'text';
      expect([refused.json.reasonCode, refused.json.field]).to.deep.equal([reason, field]);
      expect(JSON.stringify(refused.json)).to.not.contain(secret);
    }
  });
});
