import { expect } from 'chai';
import { beforeEach, describe, it } from 'mocha';
import {
  answerOf,
  type Bench,
  FOREIGN,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  TENANT,
} from '../testing/use-case-bench.js';
import { type ConfigureEnvironmentInput, makeConfigureEnvironment } from './configure-environment.js';
import { makeReadEnvironment } from './read-environment.js';

const DEFAULTS = {
  schemaVersion: '1.0',
  tenantId: TENANT,
  environmentId: PRODUCTION,
  displayName: null,
  registry: null,
  definitions: 'offered',
  console: null,
  sessions: { endOnLogout: false },
  tag: '0',
};

describe('the settings of an environment', () => {
  let bench: Bench;

  beforeEach(async () => {
    bench = await makeBench();
    await bench.grant('ada', 'platform_admin');
    await bench.grant('bob', 'viewer', { scopeType: 'environment', environmentId: PRODUCTION });
  });

  const configure = async (
    by: string,
    patch: ConfigureEnvironmentInput['patch'],
    { ifMatch, scope = PROD_SCOPE }: { ifMatch?: string; scope?: typeof PROD_SCOPE } = {},
  ) =>
    makeConfigureEnvironment(bench.ports)(
      { ...(await bench.as(by)), ...(ifMatch === undefined ? {} : { ifMatch: [ifMatch] }) },
      { scope, patch, reasonCode: 'hardening' },
    );
  const read = async (by: string, scope = PROD_SCOPE) =>
    makeReadEnvironment(bench.ports)(await bench.as(by), { scope });

  it('are the defaults until somebody changes them, then what was set; what is left out stays', async () => {
    expect(answerOf(await read('bob'))).to.deep.equal(DEFAULTS);
    const set = { ...DEFAULTS, definitions: 'required', displayName: 'Europe', tag: '1' };
    expect(
      answerOf(await configure('ada', { definitions: 'required', displayName: 'Europe' })),
    ).to.deep.equal(set);
    const named = answerOf(await configure('ada', { displayName: null }, { ifMatch: '1' }));
    expect(named).to.deep.equal({ ...set, displayName: null, tag: '2' });
    expect(answerOf(await read('bob'))).to.deep.equal(named);
    expect(await bench.events()).to.deep.equal(['environment.configured', 'environment.configured']);
  });

  it('change without an event where nothing changes, and only by the state that the caller saw', async () => {
    expect(answerOf(await configure('ada', { definitions: 'offered' }, { ifMatch: '0' }))).to.deep.equal(
      DEFAULTS,
    );
    expect(await bench.events()).to.deep.equal([]);
    expect(refusalOf(await configure('ada', { definitions: 'required' }, { ifMatch: '7' }))).to.equal(
      'etag_mismatch',
    );
  });

  it('are changed by platform and security administrators alone, of their own environments', async () => {
    await bench.grant('eve', 'security_admin', { scopeType: 'environment', environmentId: PRODUCTION });
    expect(answerOf(await configure('eve', { definitions: 'required' })).definitions).to.equal('required');
    expect(refusalOf(await configure('bob', { definitions: 'trust_gateway' }))).to.equal('permission_denied');
    const staging = { tenantId: TENANT, environmentId: STAGING };
    expect(refusalOf(await configure('eve', {}, { scope: staging }))).to.equal('not_found');
    expect(refusalOf(await read('eve', staging))).to.equal('not_found');
    const foreign = { tenantId: FOREIGN, environmentId: PRODUCTION };
    expect(refusalOf(await configure('ada', {}, { scope: foreign }))).to.equal('not_found');
    const unknown = { tenantId: TENANT, environmentId: 'nowhere' };
    expect(refusalOf(await configure('ada', {}, { scope: unknown }))).to.equal('not_found');
  });
});
