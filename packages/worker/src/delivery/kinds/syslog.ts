import { createHash } from 'node:crypto';
import type { DeliveryReason, Secret } from '@govgate/domain';
import type { DeliveryBatch, DeliveryCheck, DeliveryTarget, Settling } from '@govgate/ports';
import type { TlsDialer } from '../../egress/tls-dialer.js';
import { fitting } from './http-kind.js';
import { KeptConnections } from './kept-connections.js';
import { type SyslogConnection, syslogConnection } from './syslog-connection.js';
import { frame, syslogCheck, syslogMessage } from './syslog-message.js';

/** Events read for one run of frames, and how many characters of them are sent. */
export const SYSLOG_MOST_EVENTS = 5_000;
const MOST_CHARACTERS = 4_000_000;
const DEFAULT_PORT = 6514;
/** Without acknowledgements, what was written counts if the connection is still open after this time. */
const SETTLE_MS = 1_000;
/** The same for a slow receiver: both systems buffer at most some ten batches, of which one was read while this one was written. */
const SETTLE_TIMES = 10;
const MOST_SETTLE_MS = 10_000;
const CHECK_SETTLE_MS = 200;

const ENDPOINT =
  /^(?:(?:tls|syslog|syslog\+tls|syslog-tls):\/\/)?(\[[0-9a-f:.]+\]|[^:/?#@\s[\]]+)(?::(\d{1,5}))?\/?$/i;

export type SyslogSent =
  | { readonly ok: true; readonly count: number; readonly settling: Settling }
  | { readonly ok: false; readonly reasonCode: DeliveryReason; readonly count: number };

/** Syslog over TLS (RFC 5425). */
export interface SyslogKind {
  check(check: DeliveryCheck, endpoint: Secret<string>, timeoutMs: number): Promise<DeliveryReason>;
  send(batch: DeliveryBatch, endpoint: Secret<string>, timeoutMs: number): Promise<SyslogSent>;
  close(): void;
}

/** Makes syslog over the egress guard's dialer: one connection per destination, one frame after the other. */
export const makeSyslogKind = (dialer: TlsDialer, settleMs = SETTLE_MS): SyslogKind => {
  const kept = new KeptConnections();
  return {
    check: async (check, endpoint, timeoutMs) => {
      const startedAt = performance.now();
      const connection = await dial(dialer, endpoint, timeoutMs);
      if (typeof connection === 'string') return connection;
      const left = Math.max(1, timeoutMs - (performance.now() - startedAt));
      const written = await connection.write(frame(syslogCheck(check)), left);
      const reason = written === 'delivered' ? await connection.settle(CHECK_SETTLE_MS) : written;
      connection.end();
      return reason;
    },
    send: async ({ target, events, behind }, endpoint, timeoutMs) => {
      const frames = fitting(
        events.map((event) => frame(syslogMessage(target, event))),
        MOST_CHARACTERS,
      );
      const count = frames.length;
      const key = keyOf(target, endpoint);
      const connection = await kept.of(key, { behind, dial: () => dial(dialer, endpoint, timeoutMs) });
      if (typeof connection === 'string') return { ok: false, reasonCode: connection, count };
      const startedAt = performance.now();
      const reasonCode = await connection.write(frames.join(''), timeoutMs);
      if (reasonCode !== 'delivered') {
        kept.drop(key);
        return { ok: false, reasonCode, count };
      }
      kept.leaveIdle(key);
      const slowMs = Math.min(MOST_SETTLE_MS, (performance.now() - startedAt) * SETTLE_TIMES);
      const done = connection.settle(Math.max(settleMs, slowMs));
      return { ok: true, count, settling: { connection, done } };
    },
    close: () => kept.dropAll(),
  };
};

const dial = async (
  dialer: TlsDialer,
  endpoint: Secret<string>,
  timeoutMs: number,
): Promise<SyslogConnection | DeliveryReason> => {
  const place = syslogPlace(endpoint);
  if (place === undefined) return 'ssrf_blocked';
  const dialled = await dialer.dial(place.host, place.port, timeoutMs);
  if (!dialled.ok) return dialled.failure === 'answer_invalid' ? 'network_error' : dialled.failure;
  return syslogConnection(dialled.socket);
};

/** A syslog endpoint: `host`, `host:port` or `tls://host:port`; port 6514 by default. */
const syslogPlace = (
  endpoint: Secret<string>,
): { readonly host: string; readonly port: number } | undefined => {
  const [, host, port = String(DEFAULT_PORT)] = ENDPOINT.exec(endpoint.reveal().trim()) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
};

// A destination whose endpoint changed gets another connection; the endpoint itself should not be kept in memory as a key.
const keyOf = (
  { tenantId, environmentId, destinationId }: DeliveryTarget,
  endpoint: Secret<string>,
): string =>
  `${tenantId} ${environmentId} ${destinationId} ${createHash('sha256').update(endpoint.reveal()).digest('hex')}`;
