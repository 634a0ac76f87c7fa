import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { spawnService } from '../testing/processes/spawned-service.js';
import { IS_PROOF } from '../testing/proof-record.js';
import { sampleHash, sampleManifest } from '../testing/samples/policy-samples.js';
import { ADMIN_TOKEN, type Call } from '../testing/test-service.js';

const KILLS = IS_PROOF ? 30 : 10;
const CLIENTS = 4;
const token = ADMIN_TOKEN;

/** Publishes two versions in turn until the service is gone; returns the acknowledged event ids. */
const publishUntilGone = async (call: Call, name: string, acknowledged: string[]): Promise<void> => {
  for (let i = 0; ; i += 1) {
    try {
      const body = { manifest_hash: sampleHash(), reason_code: 'load' };
      const answer = await call(`/v1/policies/${name}_${i % 2}/publish`, { token, body });
      if (answer.status === 200 && answer.json.audit_event_id !== null)
        acknowledged.push(answer.json.audit_event_id);
    } catch {
      return;
    }
  }
};

describe('kill -9 of the server under a publish load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-crash-'));

  after(() => rmSync(folder, { recursive: true, force: true }));

  it(`loses nothing acknowledged and leaves nothing half-written, ${KILLS} times`, async function () {
    this.timeout(300_000);
    const acknowledged: string[] = [];
    for (let killed = 0; killed < KILLS; killed += 1) {
      const service = await spawnService({ GOVGATE_DATA: folder });
      if (killed === 0) await createDrafts(service.call);
      const load = Array.from({ length: CLIENTS }, (_, i) =>
        publishUntilGone(service.call, `pv_${i}`, acknowledged),
      );
      // A slow machine has not acknowledged anything by then.
      const before = acknowledged.length;
      do await new Promise((resolve) => setTimeout(resolve, 100 + ((killed * 37) % 250)));
      while (acknowledged.length < before + 2);
      await service.kill();
      await Promise.all(load);
    }
    const service = await spawnService({ GOVGATE_DATA: folder });
    try {
      await expectWhole(service.call, acknowledged);
    } finally {
      await service.stop();
    }
  });
});

const createDrafts = async (call: Call): Promise<void> => {
  for (let i = 0; i < CLIENTS; i += 1) {
    for (const turn of [0, 1]) {
      const body = {
        policy_version: `pv_${i}_${turn}`,
        owner: { user_id: 'ada', team: 'payments' },
        body: sampleManifest(),
      };
      expect((await call('/v1/policies', { token, body })).status).to.equal(201);
    }
  }
};

const expectWhole = async (call: Call, acknowledged: readonly string[]): Promise<void> => {
  const exported = (await call('/v1/audit/export', { token })).text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const published = exported.filter(
    ({ event_type, outcome }) => event_type === 'policy.published' && outcome === 'success',
  );
  const ids = new Set(published.map(({ audit_event_id }) => audit_event_id));
  expect(acknowledged.length).to.be.greaterThan(KILLS);
  expect(acknowledged.filter((id) => !ids.has(id))).to.deep.equal([]);
  expect((await call('/v1/audit/verify?from=0', { token })).json.valid).to.equal(true);
  const policies = (await call('/v1/policies', { token })).json.items;
  const active = policies.filter(({ status }: { status: string }) => status === 'active');
  // State and trail agree: the active version is the one in the last event.
  expect(active.map(({ policy_version }: { policy_version: string }) => policy_version)).to.deep.equal([
    published.at(-1)?.resource.resource_id,
  ]);
};
