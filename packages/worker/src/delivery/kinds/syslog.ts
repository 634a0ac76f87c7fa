import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { DeliveryReason, ExportEvent, Secret } from '@govgate/domain';
import type { DeliveryCheck, DeliveryTarget } from '@govgate/ports';
import type { TlsDialer } from '../../egress/tls-dialer.js';
import { fitting } from './http-kind.js';
import { frame, syslogCheck, syslogMessage } from './syslog-message.js';

/** What is read for one run of frames, and how many characters of it are sent. */
export const SYSLOG_MOST_EVENTS = 5_000;
const MOST_CHARACTERS = 4_000_000;
const DEFAULT_PORT = 6514;
/** There is no acknowledgement: what was written counts when the connection is still open this long after. */
const SETTLE_MS = 1_000;
const CHECK_SETTLE_MS = 200;
/** A connection that nobody used for so long is closed. */
const IDLE_MS = 60_000;

const ENDPOINT =
  /^(?:(?:tls|syslog|syslog\+tls|syslog-tls):\/\/)?(\[[0-9a-f:.]+\]|[^:/?#@\s[\]]+)(?::(\d{1,5}))?\/?$/i;

/** Where a syslog endpoint is: `host`, `host:port` or `tls://host:port`; port 6514 unless told. */
const syslogPlace = (
  endpoint: Secret<string>,
): { readonly host: string; readonly port: number } | undefined => {
  const [, host, port = String(DEFAULT_PORT)] = ENDPOINT.exec(endpoint.reveal().trim()) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
};

export type SyslogSent =
  | { readonly ok: true; readonly count: number }
  | { readonly ok: false; readonly reasonCode: DeliveryReason; readonly count: number };

/** Syslog over TLS (RFC 5425). */
export interface SyslogKind {
  check(check: DeliveryCheck, endpoint: Secret<string>, timeoutMs: number): Promise<DeliveryReason>;
  send(
    target: DeliveryTarget,
    endpoint: Secret<string>,
    events: readonly ExportEvent[],
    timeoutMs: number,
  ): Promise<SyslogSent>;
  close(): void;
}

const isOpen = (socket: TLSSocket): boolean => !socket.destroyed && socket.writable && !socket.readableEnded;

/** Resolves once the system took the bytes; what the other side sends is thrown away. */
const flush = (socket: TLSSocket, text: string, timeoutMs: number): Promise<DeliveryReason> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => done('timeout'), timeoutMs);
    const onClose = (): void => done('connection_reset');
    const done = (reason: DeliveryReason): void => {
      clearTimeout(timer);
      socket.removeListener('close', onClose);
      resolve(reason);
    };
    socket.once('close', onClose);
    socket.write(text, (error) =>
      done(error === null || error === undefined ? 'delivered' : 'connection_reset'),
    );
  });

const writeAndSettle = async (socket: TLSSocket, text: string, timeoutMs: number, settleMs: number) => {
  const reason = await flush(socket, text, timeoutMs);
  if (reason !== 'delivered') return reason;
  await pause(settleMs);
  return isOpen(socket) ? 'delivered' : 'connection_reset';
};

interface Kept {
  readonly socket: TLSSocket;
  idle: NodeJS.Timeout | undefined;
}

/** Makes syslog over the dialer of the egress guard: one connection a destination, frames after each other. */
export const makeSyslogKind = (dialer: TlsDialer, settleMs = SETTLE_MS): SyslogKind => {
  const kept = new Map<string, Kept>();

  const drop = (key: string): void => {
    const one = kept.get(key);
    clearTimeout(one?.idle);
    one?.socket.destroy();
    kept.delete(key);
  };

  const dial = async (endpoint: Secret<string>, timeoutMs: number): Promise<TLSSocket | DeliveryReason> => {
    const place = syslogPlace(endpoint);
    if (place === undefined) return 'ssrf_blocked';
    const dialled = await dialer.dial(place.host, place.port, timeoutMs);
    if (!dialled.ok) return dialled.failure === 'answer_invalid' ? 'network_error' : dialled.failure;
    dialled.socket.resume();
    return dialled.socket;
  };

  const connection = async (key: string, endpoint: Secret<string>, timeoutMs: number) => {
    const before = kept.get(key);
    if (before !== undefined && isOpen(before.socket)) return before.socket;
    drop(key);
    const socket = await dial(endpoint, timeoutMs);
    if (typeof socket !== 'string') kept.set(key, { socket, idle: undefined });
    return socket;
  };

  const leaveIdle = (key: string): void => {
    const one = kept.get(key);
    if (one === undefined) return;
    clearTimeout(one.idle);
    one.idle = setTimeout(() => drop(key), IDLE_MS);
    one.idle.unref();
  };

  return {
    check: async (check, endpoint, timeoutMs) => {
      const startedAt = performance.now();
      const socket = await dial(endpoint, timeoutMs);
      if (typeof socket === 'string') return socket;
      const left = Math.max(1, timeoutMs - (performance.now() - startedAt));
      const reason = await writeAndSettle(socket, frame(syslogCheck(check)), left, CHECK_SETTLE_MS);
      // `end` says goodbye as TLS wants it, so that nothing written is lost; a peer that keeps silent is cut.
      socket.end();
      setTimeout(() => socket.destroy(), 1_000).unref();
      return reason;
    },
    send: async (target, endpoint, events, timeoutMs) => {
      const frames = fitting(
        events.map((event) => frame(syslogMessage(target, event))),
        MOST_CHARACTERS,
      );
      const count = frames.length;
      const key = keyOf(target, endpoint);
      const socket = await connection(key, endpoint, timeoutMs);
      if (typeof socket === 'string') return { ok: false, reasonCode: socket, count };
      const reasonCode = await writeAndSettle(socket, frames.join(''), timeoutMs, settleMs);
      if (reasonCode !== 'delivered') {
        drop(key);
        return { ok: false, reasonCode, count };
      }
      leaveIdle(key);
      return { ok: true, count };
    },
    close: () => {
      for (const key of [...kept.keys()]) drop(key);
    },
  };
};

// A destination whose endpoint changed has another connection; the endpoint itself is no key to keep in memory for long.
const keyOf = (
  { tenantId, environmentId, destinationId }: DeliveryTarget,
  endpoint: Secret<string>,
): string =>
  `${tenantId} ${environmentId} ${destinationId} ${createHash('sha256').update(endpoint.reveal()).digest('hex')}`;
