import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isLive } from '@govgate/domain/internal';
import { clientSessionKind } from '@govgate/ports';
import type { JobKit } from '@govgate/worker/in-process';
import { expect } from 'chai';
import { compose } from '../compose.js';
import { jobKit } from '../serve/background-work.js';
import type { Service } from '../service.js';
import { readSettings } from '../settings/read-settings.js';
import { HASTY_SERVICE } from '../testing/processes/hasty-service.js';
import { spawnService } from '../testing/processes/spawned-service.js';
import { sampleSession } from '../testing/samples/session-samples.js';
import { type JwtIssuer, makeJwtIssuer } from '../testing/worlds/jwt-issuer.js';
import { startTestTransmitter, type TestTransmitter } from '../testing/worlds/signal-transmitter.js';
import { makeWorld, PRODUCTION, putRecords, STAGING, TENANT, type Tokens } from '../testing/worlds/world.js';

const REVOKED = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked';
const DISABLED = 'https://schemas.openid.net/secevent/risc/event-type/account-disabled';
const SESSIONS = 5;

describe('signals that are polled', () => {
  let folder: string;
  let issuer: JwtIssuer;
  let transmitter: TestTransmitter;
  let settings: Readonly<Record<string, string>>;
  let here: Service;
  let tokens: Tokens;
  const opened: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-polled-'));
    issuer = await makeJwtIssuer();
    transmitter = await startTestTransmitter();
    settings = {
      ...issuer.settings,
      ...transmitter.settings,
      GOVGATE_DATA: folder,
      GOVGATE_LOG_LEVEL: 'silent',
    };
    here = await composed();
    tokens = await makeWorld(here.ports);
    await putRecords(
      here.ports,
      TENANT,
      [PRODUCTION, STAGING].flatMap((environmentId) =>
        Array.from({ length: SESSIONS }, (_, i) => ({
          kind: clientSessionKind,
          record: sampleSession(`${environmentId}_${i}`, { environmentId }),
        })),
      ),
    );
  });

  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
    await transmitter.dispose();
    issuer.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A worker's process, without its clock. */
  const composed = async (): Promise<Service> => {
    const service = await compose(readSettings(settings).settings, { makes: true });
    opened.push(() => service.store.close());
    return service;
  };

  const kitOf = (service: Service): JobKit => {
    const kit = jobKit(service);
    opened.push(() => kit.close());
    return kit;
  };

  const poll = async (kit: JobKit): Promise<void> => {
    const job = { job: 'poll_signals', jobId: 'j', tenantId: '', environmentId: null };
    await kit.handlers.poll_signals?.run({ ...job, subjectId: '', requestId: '' }, { aborted: false });
  };

  const live = async (userId = 'vic'): Promise<number> => {
    const inEach = [PRODUCTION, STAGING].map(async (environmentId) => {
      const scope = { tenantId: TENANT, environmentId };
      const { items } = await here.ports.records.page(clientSessionKind, scope, { limit: 1_000 });
      return items.filter(({ record }) => record.userId === userId && isLive(record.state)).length;
    });
    return (await Promise.all(inEach)).reduce((sum, count) => sum + count, 0);
  };

  /** Actor, reason and type of each event about users, without those of the setup. */
  const eventsOfUsers = async (): Promise<readonly (readonly string[])[]> => {
    const { items } = await here.ports.auditTrail.page(TENANT, {
      filter: {},
      direction: 'asc',
      limit: 1_000,
    });
    return items
      .filter(({ eventType }) => /^user\.(signed_out|disabled)$/.test(eventType))
      .map(({ eventType, reasonCode, actor }) => [eventType, reasonCode, actor.actorType, actor.actorId]);
  };

  it('end sessions everywhere and disable users, with the trail of pushed ones, and are acknowledged', async () => {
    const ids = [
      transmitter.add(await issuer.signalOf('vic', REVOKED)),
      transmitter.add(await issuer.signalOf('bea', DISABLED)),
      transmitter.add(await issuer.signalOf('nobody-here', REVOKED)),
    ];
    await poll(kitOf(here));
    expect([await live(), transmitter.waiting.size]).to.deep.equal([0, 0]);
    expect(transmitter.polls.map(({ ack }) => ack)).to.deep.equal([[], ids]);
    expect(await eventsOfUsers()).to.deep.equal([
      ['user.signed_out', 'session_revoked', 'user', 'vic'],
      ['user.disabled', 'account_disabled', 'system', 'identity_provider'],
    ]);
  });

  it('are reported where they are not signed by the issuer, too old or somebody else’s', async () => {
    const forger = await makeJwtIssuer();
    const now = Math.floor(Date.now() / 1_000);
    const ids = [
      transmitter.add(await forger.signalOf('vic', REVOKED)),
      transmitter.add(await issuer.signalOf('vic', REVOKED, { iss: 'https://stranger.example' })),
      transmitter.add(await issuer.signalOf('vic', REVOKED, { aud: 'somebody-else' })),
      transmitter.add(await issuer.signalOf('vic', REVOKED, { iat: now - 24 * 3_600 })),
      transmitter.add(await issuer.signalOf('vic', REVOKED, {}, 'at+jwt')),
    ];
    forger.dispose();
    await poll(kitOf(here));
    const { ack, setErrs } = transmitter.polls[1] ?? { ack: ['none'], setErrs: {} };
    expect([ack, ids.map((jti) => setErrs[jti]?.err)]).to.deep.equal([
      [],
      ['invalid_key', 'invalid_issuer', 'invalid_audience', 'invalid_request', 'invalid_request'],
    ]);
    expect([await live(), await eventsOfUsers()]).to.deep.equal([2 * SESSIONS, []]);
  });

  it('count though they waited for hours while the provider or govgate was down', async () => {
    const kit = kitOf(here);
    const iat = Math.floor(Date.now() / 1_000) - 20 * 3_600;
    transmitter.add(await issuer.signalOf('vic', REVOKED, { iat }));
    await transmitter.close();
    await poll(kit);
    expect([await live(), await eventsOfUsers()]).to.deep.equal([2 * SESSIONS, []]);
    await transmitter.reopen();
    await poll(kit);
    expect([await live(), transmitter.waiting.size]).to.deep.equal([0, 0]);
  });

  it('of two workers at once count once and are acknowledged by both', async () => {
    const kits = [kitOf(here), kitOf(await composed())];
    // Both have the tokens before either has acknowledged one.
    let waiting = kits.length;
    let release: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (release = resolve));
    transmitter.loses = async ({ ack }) => {
      if (ack.length === 0) return false;
      waiting -= 1;
      if (waiting === 0) release();
      await both;
      return false;
    };
    const ids = [
      transmitter.add(await issuer.signalOf('vic', REVOKED)),
      transmitter.add(await issuer.signalOf('bea', DISABLED)),
    ];
    await Promise.all(kits.map(poll));
    expect(transmitter.polls.map(({ ack }) => ack)).to.deep.equal([[], [], ids, ids]);
    expect((await eventsOfUsers()).map(([type]) => type)).to.deep.equal(['user.signed_out', 'user.disabled']);
  });

  it('come again after a kill between commit and acknowledgement, and nothing is done twice', async function () {
    this.timeout(180_000);
    const ids = [
      transmitter.add(await issuer.signalOf('vic', REVOKED)),
      transmitter.add(await issuer.signalOf('bea', DISABLED)),
    ];
    const start = () => spawnService(settings, ['serve'], HASTY_SERVICE);
    let reached: () => void = () => undefined;
    const acknowledging = new Promise<void>((resolve) => (reached = resolve));
    transmitter.loses = ({ ack }) => {
      if (ack.length > 0) reached();
      return ack.length > 0;
    };
    const killed = await start();
    await acknowledging;
    await killed.kill();
    expect([(await eventsOfUsers()).length, transmitter.waiting.size]).to.deep.equal([2, 2]);
    const again = await start();
    const body = { reason_code: 'back', reason: 'Back again' };
    const enabled = await again.call('/v1/users/bea/enable', { token: tokens.admin, body });
    expect([enabled.status, enabled.json.status]).to.deep.equal([200, 'active']);
    transmitter.loses = () => false;
    while (transmitter.waiting.size > 0) await delay(50);
    const bea = await again.call('/v1/users/bea', { token: tokens.admin });
    expect([bea.json.status, await again.stop()]).to.deep.equal(['active', 0]);
    expect(ids.every((jti) => transmitter.polls.some(({ ack }) => ack.includes(jti)))).to.equal(true);
    expect((await eventsOfUsers()).map(([type]) => type)).to.deep.equal(['user.signed_out', 'user.disabled']);
  });
});
