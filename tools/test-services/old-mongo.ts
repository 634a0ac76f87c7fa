import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

const OP_QUERY = 2004;
const OP_REPLY = 1;
const OP_MSG = 2013;
const HEADER = 16;

/** Says of itself what an old server says, and nothing else. */
export interface OldMongo {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens as the primary of a set of one, of the given version and wire version. */
export const startOldMongo = async (version: string, maxWireVersion: number): Promise<OldMongo> => {
  const sockets = new Set<Socket>();
  let me = '';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    answerAll(socket, () => ({ ...helloOf(me), maxWireVersion, version }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port to be had');
  me = `127.0.0.1:${address.port}`;
  return {
    url: `mongodb://${me}/govgate`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

const helloOf = (me: string): Document => ({
  ismaster: true,
  isWritablePrimary: true,
  setName: 'old',
  setVersion: 1,
  hosts: [me],
  me,
  primary: me,
  minWireVersion: 0,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  ok: 1,
});

const answerAll = (socket: Socket, document: () => Document): void => {
  let waiting = Buffer.alloc(0);
  socket.on('data', (data) => {
    waiting = Buffer.concat([waiting, data]);
    while (waiting.length >= HEADER && waiting.length >= waiting.readInt32LE(0)) {
      const length = waiting.readInt32LE(0);
      socket.write(answerTo(waiting.subarray(0, length), document()));
      waiting = waiting.subarray(length);
    }
  });
};

const answerTo = (message: Buffer, document: Document): Buffer => {
  const body = Buffer.from(BSON.serialize(document));
  const isQuery = message.readInt32LE(12) === OP_QUERY;
  // OP_REPLY: flags, cursor, start, number of documents; OP_MSG: flags, kind of section.
  const lead = Buffer.alloc(isQuery ? 20 : 5);
  if (isQuery) lead.writeInt32LE(1, 16);
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(HEADER + lead.length + body.length, 0);
  header.writeInt32LE(message.readInt32LE(4), 8);
  header.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, lead, body]);
};
