import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiCall, type CheckServer, makeCheckServer } from '@govgate/adapter-http';
import type { Service } from '../service.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { countingLog } from './counts.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers gateways over gRPC on a separate port; 0 turns it off, and nothing of it is loaded. */
export const startCheckServer = async (
  { settings, ports, log, counts }: Service,
  handler: Handler,
): Promise<Pick<CheckServer, 'stop'>> => {
  const { extAuthzPort, host, checkHeaders, maxConnections } = settings;
  if (extAuthzPort === 0) return { stop: async () => undefined };
  const server = await makeCheckServer({
    callApi: await callsTo(handler),
    checkHeaders,
    clock: ports.clock,
    ids: ports.ids,
    log: countingLog(log, counts),
    maxConnections,
  });
  await server.listen(extAuthzPort, host).catch(() => {
    throw taken(extAuthzPort);
  });
  return server;
};

// The handler of the API decides, limits, logs and counts: there is no second way to a decision.
const callsTo = async (handler: Handler) => {
  // By its default export: once bundled, a CommonJS package has no named ones.
  const { default: inject } = await import('light-my-request');
  return async ({ path, body, ...call }: ApiCall) => {
    const payload = body === undefined ? {} : { payload: Buffer.from(body) };
    const answer = await inject(handler as Parameters<typeof inject>[0], { ...call, url: path, ...payload });
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        value === undefined ? value : String(value),
      ]),
    );
    return { status: answer.statusCode, headers, body: answer.payload };
  };
};

const taken = (port: number): CommandFailure =>
  new CommandFailure(
    `The port ${port} is not available. Set GOVGATE_EXT_AUTHZ_PORT to a free one, or to 0 for none.`,
    EXIT.refused,
  );
