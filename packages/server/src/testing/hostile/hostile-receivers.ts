import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { DestinationKind } from '@govgate/domain/internal';
import { makeTestAuthority } from '../../../../../tools/test-services/receivers/test-authority.js';
import { type ReceiverPlace, type SIEM_KINDS, settingsFor } from '../delivery/siem-receivers.js';

const MEGABYTE = 'x'.repeat(1_000_000);
const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

type HostileKind = (typeof SIEM_KINDS)[number];

/** What a receiver does to whoever sends to it. */
const HABITS: Readonly<Record<HostileKind, (socket: Socket) => void>> = {
  webhook: () => undefined,
  splunk_hec: (socket) => {
    socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
    drip(socket, '1\r\nx\r\n');
  },
  otlp_http: (socket) => {
    socket.write(`${OK}content-length: 1000000000000\r\n\r\n`);
    flood(socket);
  },
  elasticsearch: (socket) => void socket.once('data', () => socket.resetAndDestroy()),
  datadog: (socket) => {
    socket.write(OK);
    drip(socket, `x-header: ${'y'.repeat(1_000)}\r\n`);
  },
  syslog: (socket) => flood(socket.pause()),
};

/** A receiver of each kind that hangs, drips, floods or disconnects: a service that exports to them must not be affected elsewhere. */
export class HostileReceivers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'govgate-hostile-'));
  readonly #file = join(this.#folder, 'authority.pem');
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #met = new Set<DestinationKind>();
  readonly #places: ReceiverPlace[] = [];

  async start(): Promise<void> {
    for (const kind of Object.keys(HABITS) as HostileKind[]) await this.#start(kind);
  }

  get all(): readonly ReceiverPlace[] {
    return this.#places;
  }

  get settings(): Record<string, string> {
    return settingsFor(this.#places, this.#file);
  }

  /** The kinds whose receiver got nothing. */
  get unmet(): readonly DestinationKind[] {
    return this.#places.map(({ kind }) => kind).filter((kind) => !this.#met.has(kind));
  }

  dispose(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers) server.close();
    rmSync(this.#folder, { recursive: true });
  }

  async #start(kind: HostileKind): Promise<void> {
    const server = this.#server(kind, (socket) => {
      this.#met.add(kind);
      HABITS[kind](socket.on('error', () => undefined));
    });
    if (server === undefined) return;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket.on('error', () => undefined));
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#servers.push(server);
    const { port } = server.address() as AddressInfo;
    const endpoint = kind === 'syslog' ? `tls://127.0.0.1:${port}` : `http://127.0.0.1:${port}`;
    this.#places.push({ kind, endpoint });
  }

  /** Undefined where TLS is unavailable. */
  #server(kind: DestinationKind, onConnection: (socket: Socket) => void): Server | undefined {
    if (kind !== 'syslog') return createServer(onConnection);
    const authority = makeTestAuthority();
    if (authority === undefined) return undefined;
    writeFileSync(this.#file, authority.authorities);
    const server = createTlsServer(authority.issue('IP:127.0.0.1'), onConnection);
    authority.remove();
    return server;
  }
}

/** Writes without end, as fast as it is read. */
const flood = (socket: Socket): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(MEGABYTE));
  };
  socket.on('drain', more);
  more();
};

const drip = (socket: Socket, text: string): void => {
  const timer = setInterval(() => socket.write(text), 50);
  socket.on('close', () => clearInterval(timer));
};
