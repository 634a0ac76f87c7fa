import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthenticate, makeCreateApiToken, makeRevokeApiToken } from '@govgate/application';
import { parseApiToken } from '@govgate/domain/internal';
import type { Revisions } from '@govgate/ports';
import { expect } from 'chai';
import { compose } from '../../compose.js';
import { startServer } from '../../serve/start-server.js';
import type { Service } from '../../service.js';
import { readSettings } from '../../settings/read-settings.js';
import { CROWD } from '../../testing/processes/crowd-process.js';
import { type SpawnedService, spawnEntry, spawnService } from '../../testing/processes/spawned-service.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { ADMIN_TOKEN } from '../../testing/test-service.js';
import { makeWorld, TENANT, type Tokens } from '../../testing/worlds/world.js';

const TRIALS = LONG_FORM ? 10_000 : 150;
const ME = '/v1/identity/me';

describe('A4: a revoke counts at once, also beside a crowd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-a4-crowd-'));
  const open: { end(): unknown }[] = [];
  let service: Service;
  let tokens: Tokens;
  let b: SpawnedService;

  const composed = (): Promise<Service> => {
    const read = readSettings({
      GOVGATE_PORT: '0',
      GOVGATE_DATA: folder,
      GOVGATE_ADMIN_TOKEN: ADMIN_TOKEN,
      GOVGATE_LOG_LEVEL: 'silent',
      GOVGATE_RATE_READS_PER_MINUTE: '0',
      GOVGATE_RATE_WRITES_PER_MINUTE: '0',
    });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    return compose(read.settings, { makes: true });
  };

  before(async function () {
    this.timeout(60_000);
    service = await composed();
    tokens = await makeWorld(service.ports);
    b = await spawnService({ GOVGATE_DATA: folder });
  });

  afterEach(() => {
    for (const each of open.splice(0)) each.end();
  });

  after(async () => {
    await b.stop();
    await service.store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Enough callers that calls always arrive together; returns how often they were answered when they end. */
  const crowdAt = async (url: string): Promise<() => Promise<number>> => {
    const crowd: ChildProcess = await spawnEntry(CROWD, [new URL(url).port, ME, tokens.admin], {});
    open.push({ end: () => crowd.kill('SIGKILL') });
    let told = '';
    crowd.stdout?.on('data', (chunk) => (told += chunk));
    while (!told.includes('busy')) await Promise.race([once(crowd.stdout as never, 'data'), failedAt(crowd)]);
    return async () => {
      crowd.stdin?.end();
      await once(crowd, 'close');
      return Number(told.split('\n')[1]);
    };
  };

  const failedAt = async (crowd: ChildProcess): Promise<never> => {
    const [code] = await once(crowd, 'close');
    throw new Error(`the crowd ended with ${code}`);
  };

  const newToken = async (): Promise<string> => {
    const made = await makeCreateApiToken(
      service.ports,
      randomBytes,
    )({ tenantId: TENANT, subjectType: 'user', subjectId: 'vic', environmentIds: null, expiresAt: null });
    if (!made.ok) throw new Error('no token');
    return made.value.reveal();
  };

  const revoke = (token: string): Promise<unknown> =>
    makeRevokeApiToken(service.ports)(parseApiToken(token)?.tokenId ?? '');

  /** The status of a call after the revocation's acknowledgement, on a connection that waits... */
  const askedAfter = async (line: Line): Promise<number | undefined> => {
    const token = await newToken();
    line.ask(token);
    expect(await line.status()).to.equal(200);
    await revoke(token);
    line.ask(token);
    return line.status();
  };

  /** ...and after another call that is not answered yet. */
  const askedBehindAnother = async (line: Line): Promise<number | undefined> => {
    const token = await newToken();
    line.ask(token);
    expect(await line.status()).to.equal(200);
    const revoked = revoke(token);
    for (let i = 0; i < 3; i += 1) line.ask(tokens.admin);
    await revoked;
    line.ask(token);
    for (let i = 0; i < 3; i += 1) expect(await line.status()).to.equal(200);
    return line.status();
  };

  const lineTo = (url: string): Line => {
    const line = new Line(connect(Number(new URL(url).port), '127.0.0.1'));
    open.push(line);
    return line;
  };

  const staleAt = async (
    url: string,
    ask: (line: Line) => Promise<number | undefined>,
    trials: number,
  ): Promise<number> => {
    let stale = 0;
    // A connection that has pipelined is remembered as such: each of those trials uses a new one.
    const signatureStatus = lineTo(url);
    for (let i = 0; i < trials; i += 1)
      if ((await ask(ask === askedAfter ? signatureStatus : lineTo(url))) !== 401) stale += 1;
    return stale;
  };

  for (const [what, ask] of [
    ['on a waiting connection', askedAfter],
    ['behind calls under way on its connection', askedBehindAnother],
  ] as const) {
    it(`refuses a revoked token ${what} beside a crowd, ${TRIALS} times`, async function () {
      this.timeout(TRIALS * 200 + 90_000);
      const crowd = await crowdAt(b.url);
      const broken = await staleAt(b.url, ask, TRIALS);
      const answers = await crowd();
      expect(answers, 'answers to the crowd').to.be.above(TRIALS);
      tellProof({
        id: 'A4',
        what: `revoked token ${what}, beside 24 callers of another process`,
        trials: TRIALS,
        broken,
        measured: `${answers} of their calls answered meanwhile`,
      });
      expect(broken).to.equal(0);
    });
  }

  it('detects a process that keeps what it read for 50 ms', async function () {
    this.timeout(90_000);
    const other = await composed();
    const { revisions } = other.ports;
    const seen = new Map<
      string,
      { readonly at: number; readonly revisions: Revisions | Promise<Revisions> }
    >();
    const keeping = {
      revisions: (tenantId: string) => {
        const last = seen.get(tenantId);
        if (last !== undefined && performance.now() < last.at + 50) return last.revisions;
        const now = { at: performance.now(), revisions: revisions.revisions(tenantId) };
        seen.set(tenantId, now);
        return now.revisions;
      },
    };
    const ports = { ...other.ports, revisions: keeping };
    const { adminToken } = other.settings;
    const authenticate = makeAuthenticate({ ...ports, tokenVerifier: undefined, adminToken });
    const stale = await startServer({ ...other, ports, authenticate });
    try {
      const crowd = await crowdAt(stale.url);
      // On a busy machine many a call comes too late to find what was kept.
      let found = 0;
      for (let i = 0; i < TRIALS && found === 0; i += 1) found = await staleAt(stale.url, askedAfter, 1);
      expect(found).to.equal(1);
      await crowd();
    } finally {
      await stale.stop();
    }
  });
});

/** One connection, with its answers. */
class Line {
  readonly #statuses: number[] = [];
  #heard = (): void => undefined;

  constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: string) => {
      for (const [, status] of chunk.matchAll(/HTTP\/1\.1 (\d{3}) /g)) this.#statuses.push(Number(status));
      this.#heard();
    });
  }

  ask(token: string): void {
    this.socket.write(`GET ${ME} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  }

  async status(): Promise<number | undefined> {
    while (this.#statuses.length === 0)
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    return this.#statuses.shift();
  }

  end(): void {
    this.socket.destroy();
  }
}
