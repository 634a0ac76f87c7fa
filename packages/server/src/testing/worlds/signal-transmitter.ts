import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TOKEN = 'example-signals-token';

/** What a request of a receiver acknowledges and reports. */
export interface ReceivedPoll {
  readonly ack: readonly string[];
  readonly setErrs: Readonly<Record<string, { readonly err: string }>>;
}

/** A transmitter of RFC 8936 on loopback that keeps each token until it is settled, and can go down and come back on the same port. */
export class TestTransmitter {
  /** Tokens by their ids. */
  readonly waiting = new Map<string, string>();
  readonly polls: ReceivedPoll[] = [];
  /** Whether what a request settles is forgotten, as where the process died before. */
  loses: (poll: ReceivedPoll) => boolean | Promise<boolean> = () => false;
  #server: Server | undefined;
  #port = 0;
  readonly #folder = mkdtempSync(join(tmpdir(), 'govgate-transmitter-'));
  readonly #tokenFile = join(this.#folder, 'token');

  /** Settings of a service that polls it for the signals of the issuer that it names. */
  get settings(): Readonly<Record<string, string>> {
    return {
      GOVGATE_JWT_SIGNALS_URL: `http://127.0.0.1:${this.#port}/poll`,
      GOVGATE_JWT_SIGNALS_TOKEN_FILE: this.#tokenFile,
      GOVGATE_EGRESS_ALLOW: '127.0.0.0/8',
      GOVGATE_EGRESS_HTTP: '127.0.0.0/8',
    };
  }

  /** Hands out a token until it is settled; returns its id. */
  add(token: string): string {
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    this.waiting.set(jti, token);
    return jti;
  }

  async start(): Promise<void> {
    writeFileSync(this.#tokenFile, `${TOKEN}\n`);
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      if (request.method !== 'POST' || request.headers.authorization !== `Bearer ${TOKEN}`)
        return void response.writeHead(401).end();
      const poll = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      this.polls.push(poll);
      if (await this.loses(poll)) return void request.socket.destroy();
      for (const jti of [...poll.ack, ...Object.keys(poll.setErrs)]) this.waiting.delete(jti);
      const sets = [...this.waiting].slice(0, poll.maxEvents);
      const answer = { sets: Object.fromEntries(sets), moreAvailable: this.waiting.size > sets.length };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Ends like a crash: connections are cut and nobody listens any more. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
