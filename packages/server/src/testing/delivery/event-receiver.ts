import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as a webhook got it. */
export interface ReceivedEvent {
  readonly webhookId: string;
  readonly id: string;
  readonly sequence: number;
  readonly tenantId: string;
}

/** Our own webhook that can go down and come back on the same port, and that keeps what it got, in order. */
export class EventReceiver {
  readonly received: ReceivedEvent[] = [];
  /** The notes of the checkpoints among them, where the destination gets the plain form. */
  readonly notes: string[] = [];
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/in/example-secret-path`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const document = JSON.parse(Buffer.concat(chunks).toString('utf8'));
        response.writeHead(204).end();
        // A checkpoint is not an event: it has the sequence of the last one that it covers.
        if (document.type === 'audit.checkpoint_signed') {
          this.notes.push(document.data.note);
          return;
        }
        this.received.push({
          webhookId: String(request.headers['webhook-id']),
          id: document.id,
          sequence: Number(document.sequence),
          tenantId: document.tenantid,
        });
      });
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

  /** Every sequence in the order of first arrival. */
  firsts(): number[] {
    return [...new Set(this.received.map(({ sequence }) => sequence))];
  }
}
