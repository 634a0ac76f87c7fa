import { canonicalHash, type Json, type ManifestBody, type PolicyVersion } from '@govgate/domain';
import { manualClock } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { TenantQueue } from '../call/tenant-queue.js';
import { compareVersions } from './compare-versions.js';
import { makeManifestTexts } from './manifest-texts.js';

const versionOf = (body: ManifestBody) =>
  ({ body, submittedText: null, manifestHash: canonicalHash(body as Json) }) as unknown as PolicyVersion;

const opened = (reason_code: string): ManifestBody => ({
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [{ rule_id: 'all', effect: 'allow', subjects: {}, targets: {}, reason_code }],
});

describe('compareVersions', () => {
  const ports = {
    clock: manualClock(),
    tenantQueue: new TenantQueue(async () => undefined),
    manifestTexts: makeManifestTexts(),
  };

  it('compares with nothing allowed where there is no previous version', async () => {
    const comparison = await compareVersions(ports, undefined, versionOf(opened('first_one')));
    expect(comparison?.changes.map((change) => [change.class, change.ruleIds])).to.deep.equal([
      ['newly_allowed', ['all']],
    ]);
    expect(comparison?.undecided).to.deep.equal([]);
  });

  it('compares a pair once, even when two ask at once', async () => {
    const pair = [versionOf(opened('one_reason')), versionOf(opened('another_reason'))] as const;
    const both = await Promise.all([compareVersions(ports, ...pair), compareVersions(ports, ...pair)]);
    expect(both[0]).to.equal(both[1]);
    expect(both[0]).to.deep.equal({ changes: [], undecided: [] });
  });

  it('starts over where a comparison broke off', async () => {
    const pair = [versionOf(opened('broken_off')), versionOf(opened('begun_anew'))] as const;
    const clock = {
      ...ports.clock,
      epochMs: () => {
        throw new Error('no clock');
      },
    };
    const broken = await compareVersions({ ...ports, clock }, ...pair).catch((error: Error) => error.message);
    expect(broken).to.equal('no clock');
    expect(await compareVersions(ports, ...pair)).to.deep.equal({ changes: [], undecided: [] });
  });

  it('says nothing about a version that does not pass validation', async () => {
    const invalid = versionOf({ manifest_version: '1.0' });
    expect(await compareVersions(ports, invalid, versionOf(opened('sound_one')))).to.equal(null);
    expect(await compareVersions(ports, undefined, invalid)).to.equal(null);
  });
});
