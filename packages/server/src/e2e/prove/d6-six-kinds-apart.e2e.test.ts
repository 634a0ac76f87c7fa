import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { SIEM_KINDS } from '../../testing/delivery/siem-receivers.js';
import { type Inbox, TENANTS, TenantReceivers } from '../../testing/delivery/tenant-receivers.js';
import { findLeaks } from '../../testing/hostile/canaries.js';
import { runCli, type SpawnedService, spawnService } from '../../testing/processes/spawned-service.js';
import { tellProof } from '../../testing/proof-record.js';
import { ADMIN_TOKEN } from '../../testing/test-service.js';

const REFUSED = 'refused-by-all';
const LIMIT_MS = 60_000;

/** What appears only in one tenant's trail. */
const markOf = (tenant: string): string => `only-in-${tenant}`;

interface SearchedText {
  readonly where: string;
  readonly text: string;
}

describe('D6: destinations of all six kinds, of two tenants under the same ids', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-d6-'));
  const receivers = new TenantReceivers(REFUSED);
  let service: SpawnedService;
  const said: SearchedText[] = [];

  const cli = async (args: readonly string[], input = ''): Promise<void> => {
    const ran = await runCli(args, { ...receivers.settings, GOVGATE_DATA: folder }, input);
    expect(ran.code, ran.stderr).to.equal(0);
    said.push({ where: args.join(' '), text: ran.stdout + ran.stderr });
  };

  /** Calls the service and keeps its answer. */
  const read = async (path: string) => {
    const answer = await service.call(`${path}?tenant_id=default&environment_id=production`, {
      token: ADMIN_TOKEN,
    });
    said.push({ where: path, text: answer.text });
    return answer.json;
  };

  const isThrough = ({ tenant, text }: Inbox): boolean => text().includes(markOf(tenant));

  before(async function () {
    this.timeout(180_000);
    if (!(await receivers.start())) return this.skip();
    await cli(['import', '-'], JSON.stringify(receivers.bundle));
    const users = TENANTS.flatMap((tenant_id) =>
      [REFUSED, markOf(tenant_id)].map((user_id) => ({ user_id, tenant_id, display_name: 'Somebody' })),
    );
    await cli(['import', '-'], JSON.stringify({ schema_version: '1.0', users }));
    service = await spawnService({ ...receivers.settings, GOVGATE_DATA: folder, GOVGATE_LOG_LEVEL: 'debug' });
    const until = Date.now() + LIMIT_MS;
    while (!receivers.inboxes.every(isThrough) && Date.now() < until) await delay(100);
    for (const kind of SIEM_KINDS)
      for (const part of ['', '/status', '/deliveries', '/dead-letters'])
        await read(`/v1/siem-webhooks/dst_${kind}${part}`);
    await read('/v1/audit/events');
  });

  after(async () => {
    await service?.kill();
    await receivers.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The destinations that got something of another tenant, or nothing of their own. */
  const wronglySent = (inboxes: readonly Inbox[]): readonly string[] =>
    inboxes
      .filter(
        (one) =>
          !isThrough(one) ||
          TENANTS.some((tenant) => tenant !== one.tenant && one.text().includes(markOf(tenant))),
      )
      .map(({ tenant, kind }) => `${tenant} ${kind}`);

  it('get their own tenant’s events and nothing of the other’s', () => {
    const wrong = wronglySent(receivers.inboxes);
    tellProof({
      id: 'D6',
      what: 'destinations that got another tenant’s events',
      trials: receivers.inboxes.length,
      broken: wrong.length,
    });
    expect(wrong).to.deep.equal([]);
  });

  it('would be detected one by one if they were sent another tenant’s events too', () => {
    const other = (one: Inbox): string =>
      receivers.inboxes.find(({ tenant, kind }) => kind === one.kind && tenant !== one.tenant)?.text() ?? '';
    const mixed = receivers.inboxes.map((one) => ({ ...one, text: () => one.text() + other(one) }));
    expect(wronglySent(mixed).length).to.equal(receivers.inboxes.length);
  });

  const leaksIn = (places: readonly SearchedText[]) =>
    places.flatMap(({ where, text }) => findLeaks(receivers.canary.text, where, text));

  it('leak no addresses, tokens or keys, although receivers repeat them in refusals', async () => {
    const letters = await Promise.all(
      SIEM_KINDS.map(async (kind) => (await read(`/v1/siem-webhooks/dst_${kind}/dead-letters`)).items.length),
    );
    // Syslog refuses nothing; each of the others has set refused events aside.
    expect(letters.map((count: number) => count > 0)).to.deep.equal(
      SIEM_KINDS.map((kind) => kind !== 'syslog'),
    );
    const files = readdirSync(folder).map((name) => ({
      where: name,
      text: readFileSync(join(folder, name), 'latin1'),
    }));
    const bodies = receivers.inboxes.map(({ tenant, kind, text }) => ({
      where: `${tenant} ${kind}`,
      text: text(),
    }));
    const logs = [
      { where: 'log', text: service.stderr() },
      { where: 'stdout', text: service.stdout() },
    ];
    const places = [...said, ...files, ...bodies, ...logs];
    tellProof({
      id: 'D6',
      what: 'places with a credential of a destination',
      trials: places.length,
      broken: leaksIn(places).length,
    });
    expect(leaksIn(places).slice(0, 5)).to.deep.equal([]);
    // They were in use, and the files and dead letters report what was refused.
    const used = receivers.inboxes.filter(
      ({ headers }) => leaksIn([{ where: 'headers', text: headers() }]).length > 0,
    );
    expect(used.length).to.equal(receivers.inboxes.length - TENANTS.length);
    expect(places.filter(({ text }) => text.includes('payload_rejected')).length).to.be.greaterThan(5);
  });

  it('would be detected if a dead letter, a log line or the store repeated what a receiver said', () => {
    const [{ headers } = { headers: () => '' }] = receivers.inboxes;
    for (const form of [
      headers(),
      Buffer.from(headers()).toString('base64'),
      Buffer.from(headers()).toString('hex'),
    ])
      expect(leaksIn([{ where: 'planted', text: `{"reason":"${form}"}` }]).length).to.be.greaterThan(0);
  });
});
