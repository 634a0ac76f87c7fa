import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCli, type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';
import { sampleHash, sampleManifest } from '../testing/samples/policy-samples.js';
import { ADMIN_TOKEN, type Call } from '../testing/test-service.js';

const VERSIONS = Array.from({ length: 8 }, (_, i) => `pv_${i}`);
const ROUNDS = 25;

const token = ADMIN_TOKEN;

const createDrafts = async (call: Call): Promise<void> => {
  for (const policy_version of VERSIONS) {
    const body = { policy_version, owner: { user_id: 'ada', team: 'payments' }, body: sampleManifest() };
    const answer = await call('/v1/policies', { token, body });
    if (answer.status !== 201) throw new Error(answer.text);
  }
};

interface Published {
  readonly version: string;
  readonly auditEventId: string;
}

const publishBody = { manifest_hash: sampleHash(), reason_code: 'race' };

/** One client: publishes its version again and again, and keeps what was acknowledged. */
const client = async (
  call: Call,
  version: string,
  useIfMatch: boolean,
  acknowledged: Published[],
): Promise<number[]> => {
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const seen = useIfMatch ? (await call(`/v1/policies/${version}`, { token })).json.etag : undefined;
    const headers: Record<string, string> = useIfMatch ? { 'if-match': seen } : {};
    const answer = await call(`/v1/policies/${version}/publish`, { token, body: publishBody, headers });
    statuses.push(answer.status);
    if (answer.status === 200 && answer.json.audit_event_id !== null)
      acknowledged.push({ version, auditEventId: answer.json.audit_event_id });
  }
  return statuses;
};

describe('publishing under races: 8 clients, 2 processes, one file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-race-'));
  let services: SpawnedService[] = [];

  before(async function () {
    this.timeout(60_000);
    services = [await spawnService({ GOVGATE_DATA: folder })];
    services.push(await spawnService({ GOVGATE_DATA: folder }));
  });

  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps one active version, an unbroken succession, and one event for each acknowledged publish', async function () {
    this.timeout(120_000);
    const [a, b] = services as [SpawnedService, SpawnedService];
    await createDrafts(a.call);
    const acknowledged: Published[] = [];
    const statuses = await Promise.all(
      VERSIONS.map((version, i) => client((i % 2 === 0 ? a : b).call, version, i >= 4, acknowledged)),
    );
    expect([...new Set(statuses.flat())].sort().every((status) => [200, 409, 412].includes(status))).to.equal(
      true,
    );
    const policies = (await b.call('/v1/policies', { token })).json.items;
    const active = policies.filter(({ status }: { status: string }) => status === 'active');
    expect(active).to.have.length(1);
    const events = await allEvents(a.call);
    const published = events.filter(
      (event) => event.event_type === 'policy.published' && event.outcome === 'success',
    );
    expect(published.map(({ audit_event_id }) => audit_event_id).sort()).to.deep.equal(
      acknowledged.map(({ auditEventId }) => auditEventId).sort(),
    );
    // Each publish names the previously active version, which is the one published before it.
    const predecessors = published.map(({ related_ids }) => related_ids[0] ?? null);
    expect(predecessors).to.deep.equal([
      null,
      ...published.slice(0, -1).map(({ resource }) => resource.resource_id),
    ]);
    expect(active[0].policy_version).to.equal(published.at(-1)?.resource.resource_id);
    expect(active[0].version_state.previous_policy_version).to.equal(predecessors.at(-1));
    expect((await b.call('/v1/audit/verify?from=0', { token })).json).to.deep.include({
      valid: true,
      events: events.length,
    });
    const verified = await runCli(['audit', 'verify'], { GOVGATE_DATA: folder });
    expect([verified.code, JSON.parse(verified.stdout).valid]).to.deep.equal([0, true]);
  });
});

interface Event {
  readonly audit_event_id: string;
  readonly event_type: string;
  readonly outcome: string;
  readonly related_ids: readonly string[];
  readonly resource: { readonly resource_id: string };
}

const allEvents = async (call: Call): Promise<Event[]> => {
  const answer = await call('/v1/audit/export', { token });
  return answer.text
    .trim()
    .split('\n')
    .filter((line) => !line.includes('"record_type"'))
    .map((line) => JSON.parse(line) as Event);
};
