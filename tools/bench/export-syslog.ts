import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { makeSyslogKind, makeTlsDialer, type SyslogKind } from '@govgate/worker/probes';
import { makeTestAuthority } from '../test-services/receivers/test-authority.js';

const HOST = '127.0.0.1';
const LOOPBACK = { allowCidrs: ['127.0.0.0/8'], httpCidrs: [] };

/** Where a receiver of syslog listens, and whose certificate it has. */
export interface SyslogPlace {
  readonly port: number;
  readonly authorities: string;
}

/** Starts a receiver of syslog over TLS in this process, which reads what comes and does nothing else with it. */
export const serveSyslog = async (
  onBytes: (chunk: Buffer) => void = () => undefined,
): Promise<SyslogPlace> => {
  const authority = makeTestAuthority();
  if (authority === undefined)
    throw new Error('syslog is measured over TLS, which takes the program openssl');
  const { authorities } = authority;
  const server = createServer(authority.issue(`IP:${HOST}`), (socket) => {
    socket.on('data', onBytes).on('error', () => undefined);
  });
  authority.remove();
  server.listen(0, HOST).unref();
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, authorities };
};

/** The product's own syslog for that receiver. */
export const syslogTo = ({ authorities }: Pick<SyslogPlace, 'authorities'>, settleMs?: number): SyslogKind =>
  makeSyslogKind(makeTlsDialer({ ...LOOPBACK, authorities }), settleMs);

/** Frames of RFC 5425 as they came after each other, so many together. */
export const framesTogether = (bytes: Buffer, most: number): Buffer[] => {
  const batches: Buffer[] = [];
  let [start, at, count] = [0, 0, 0];
  while (at < bytes.length) {
    const blank = bytes.indexOf(0x20, at);
    at = blank + 1 + Number(bytes.toString('latin1', at, blank));
    count += 1;
    if (count < most && at < bytes.length) continue;
    batches.push(bytes.subarray(start, at));
    [start, count] = [at, 0];
  }
  return batches;
};

const written = (socket: TLSSocket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (fault) => (fault ? reject(fault) : resolve()));
  });

/** Writes batches to a bare socket, each when the one before was taken. */
export const writeBare = async (batches: readonly Buffer[], place: SyslogPlace): Promise<void> => {
  const socket = connect({ host: HOST, port: place.port, ca: place.authorities });
  await once(socket, 'secureConnect');
  for (const batch of batches) await written(socket, batch);
  socket.end();
};
