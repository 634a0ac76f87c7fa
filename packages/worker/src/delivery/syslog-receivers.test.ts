import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { isRetryable } from '@govgate/domain/internal';
import type { SendOutcome, Settling } from '@govgate/ports';
import { expect } from 'chai';
import {
  makeTestAuthority,
  type TestAuthority,
} from '../../../../tools/test-services/receivers/test-authority.js';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { closedPort, startTcp } from '../egress/testing/loopback-server.js';
import { makeTlsDialer } from '../egress/tls-dialer.js';
import { checkOf, eventsOf, kindBench, targetOf } from './testing/kind-bench.js';
import { CANARY } from './testing/receivers.js';

const SYSLOG = targetOf('syslog', { tokenSecretRef: null });
/** A loaded machine is slow to complete handshakes; only a hanging one reaches this limit. */
const PATIENT_MS = 30_000;
const HASTY_MS = 1_500;

interface Listening {
  readonly port: number;
  close(): void;
}

interface Receiver {
  readonly behaviour: string;
  readonly start: () => Promise<Listening>;
  readonly reasonCode: string;
  readonly timeoutMs?: number;
  /** The authority that the sender trusts, where another one signed the certificate. */
  readonly trusts?: 'nobody known';
  readonly host?: string;
}

describe('syslog receivers that behave', () => {
  let authority: TestAuthority;
  let stranger: TestAuthority;
  const egress = makeEgress(LOOPBACK);
  const servers: Listening[] = [];

  before(function () {
    const made = [makeTestAuthority(), makeTestAuthority()];
    const [one, other] = made;
    if (one === undefined || other === undefined) return this.skip();
    [authority, stranger] = [one, other];
  });

  after(async () => {
    for (const server of servers) server.close();
    authority?.remove();
    stranger?.remove();
    await egress.close();
  });

  const listening = (server: Server, sockets: Set<Socket>): Listening => ({
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });

  const startTls = async (onConnection: (socket: TLSSocket) => void): Promise<Listening> => {
    const sockets = new Set<Socket>();
    const server = createServer(authority.issue('DNS:siem.example'), onConnection);
    server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
    server.on('tlsClientError', () => undefined);
    server.on('secureConnection', (socket: TLSSocket) => socket.on('error', () => undefined));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return listening(server, sockets);
  };

  const reads = (): Promise<Listening> => startTls((socket) => socket.resume());

  const startPlain = async (onConnection: (socket: Socket) => void): Promise<Listening> => {
    const server = await startTcp(onConnection);
    return { port: server.port, close: () => void server.close() };
  };

  const RECEIVERS: readonly Receiver[] = [
    { behaviour: 'read what comes', start: reads, reasonCode: 'delivered' },
    {
      behaviour: 'answer, which nobody asked them to',
      start: () =>
        startTls((socket) => {
          socket.resume().on('data', () => socket.write(CANARY.repeat(100)));
        }),
      reasonCode: 'delivered',
    },
    {
      behaviour: 'say more than anybody wants to hear',
      start: () => startTls((socket) => void socket.write(CANARY.repeat(10_000))),
      reasonCode: 'connection_reset',
    },
    {
      behaviour: 'close as soon as hands are shaken',
      start: () => startTls((socket) => socket.destroy()),
      reasonCode: 'connection_reset',
    },
    {
      behaviour: 'say goodbye when they have read something',
      start: () => startTls((socket) => socket.once('data', () => socket.end())),
      reasonCode: 'connection_reset',
    },
    {
      behaviour: 'are killed when they have read something',
      start: () => startTls((socket) => socket.once('data', () => socket.destroy())),
      reasonCode: 'connection_reset',
    },
    {
      behaviour: 'never shake hands',
      start: () => startPlain(() => undefined),
      reasonCode: 'timeout',
      timeoutMs: HASTY_MS,
    },
    {
      behaviour: 'hang up before hands are shaken',
      start: () => startPlain((socket) => socket.destroy()),
      reasonCode: 'connection_reset',
    },
    {
      behaviour: 'do not speak TLS',
      start: () => startPlain((socket) => socket.write(`${CANARY}\r\n`)),
      reasonCode: 'tls_error',
    },
    {
      behaviour: 'have a certificate for another name',
      start: reads,
      host: 'other.example',
      reasonCode: 'tls_error',
    },
    {
      behaviour: 'have a certificate of an authority that nobody trusts',
      start: reads,
      trusts: 'nobody known',
      reasonCode: 'tls_error',
    },
    {
      behaviour: 'are not there',
      start: async () => ({ port: await closedPort(), close: () => undefined }),
      reasonCode: 'connection_refused',
    },
  ];

  const benchFor = (
    { port }: Listening,
    { host = 'siem.example', trusts, timeoutMs = PATIENT_MS }: Partial<Receiver>,
  ) => {
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const { authorities } = trusts === undefined ? authority : stranger;
    const dialer = makeTlsDialer({ ...LOOPBACK, lookup, authorities });
    return kindBench({ egress, dialer, timeoutMs, settleMs: 300 }, `${host}:${port}`);
  };

  const started = async (receiver: Pick<Receiver, 'start'>): Promise<Listening> => {
    const server = await receiver.start();
    servers.push(server);
    return server;
  };

  /** What a check reports about a receiver, and the final result of a batch. */
  const saidOf = async (receiver: Receiver): Promise<readonly unknown[]> => {
    const { probe, sender, close } = benchFor(await started(receiver), receiver);
    const checked = await probe.check(checkOf(SYSLOG));
    const sent = await sender.send({ target: SYSLOG, events: eventsOf(3) });
    const settled = sent.sent ? await sent.settling?.done : sent.reasonCode;
    close();
    const canary = JSON.stringify([checked, sent]).includes(CANARY) ? 'and repeats what they said' : 'only';
    return [receiver.behaviour, checked.reasonCode, checked.retryable, settled, canary];
  };

  it('and misbehaving ones are reported by their behaviour, by a check and a batch', async () => {
    const said = await Promise.all(RECEIVERS.map(saidOf));
    const wanted = RECEIVERS.map(({ behaviour, reasonCode }) => [
      behaviour,
      reasonCode,
      isRetryable(reasonCode as Parameters<typeof isRetryable>[0]),
      reasonCode,
      'only',
    ]);
    expect(said).to.deep.equal(wanted);
  }).timeout(120_000);

  it('but stop reading are detected by the time it takes', async () => {
    const server = await started({ start: () => startTls((socket) => socket.pause()) });
    const { sender, close } = benchFor(server, { timeoutMs: HASTY_MS });
    const events = eventsOf(2_000, 'x'.repeat(900));
    let behind: Settling | undefined;
    let outcome: SendOutcome | undefined;
    // The systems of both sides buffer a few megabytes that nobody has read.
    for (let sent = 0; sent < 20 && outcome?.sent !== false; sent += 1) {
      outcome = await sender.send({ target: SYSLOG, events, behind });
      behind = outcome.sent ? outcome.settling : behind;
    }
    expect(outcome).to.deep.include({ sent: false, reasonCode: 'timeout', verdict: 'retry' });
    close();
  }).timeout(120_000);

  it('and disconnect get nothing sent after a loss until the lost part was resent', async () => {
    let connections = 0;
    const server = await started({
      start: () =>
        startTls((socket) => {
          connections += 1;
          socket.once('data', () => socket.destroy());
        }),
    });
    const { sender, close } = benchFor(server, {});
    const first = await sender.send({ target: SYSLOG, events: eventsOf(3) });
    const behind = first.sent ? first.settling : undefined;
    expect(await behind?.done).to.equal('connection_reset');
    const second = await sender.send({ target: SYSLOG, events: eventsOf(3), behind });
    expect(second).to.deep.include({ sent: false, reasonCode: 'connection_reset', verdict: 'retry' });
    expect(connections).to.equal(1);
    // A replay may have run meanwhile: nothing is sent over its connection after what was lost on another.
    await sender.send({ target: SYSLOG, events: eventsOf(1) });
    const third = await sender.send({ target: SYSLOG, events: eventsOf(3), behind });
    expect(third).to.deep.include({ sent: false, reasonCode: 'connection_reset' });
    while (connections < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(connections).to.equal(2);
    close();
  }).timeout(120_000);
});
