import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeHttpServer } from '@govgate/adapter-http';
import type { Service } from '../service.js';
import type { ServerSettings } from '../settings/settings.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { startCheckServer } from './check-server.js';
import { closeServer, closesAfterAnswers, waitToDrain } from './drain.js';
import { logStart, logStop } from './log-lifecycle.js';
import { type ServedBeside, serveCalls } from './serve-calls.js';

/** A listening server. */
export interface RunningServer {
  readonly url: string;
  /** Says on `/readyz` that it will stop, and keeps serving until load balancers have noticed. */
  drain(): Promise<void>;
  /** Accepts no more calls, finishes those in progress (10 s at most), then closes the store. */
  stop(): Promise<void>;
}

/** Serves the API of a composed process. */
export const startServer = async (service: Service, beside: ServedBeside = {}): Promise<RunningServer> => {
  const { ports, settings } = service;
  const calls = serveCalls(service, beside);
  const answers = closesAfterAnswers(calls.handler);
  const server = makeHttpServer(answers.handler, ports.ids, settings.maxConnections);
  const checks = await startCheckServer(service, calls.handler);
  await listen(server, settings.host, settings.port);
  const { port } = server.address() as AddressInfo;
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const url = `http://${host}:${port}`;
  service.address.url = url;
  logStart(service, 'serve', url);
  return {
    url,
    drain: () => {
      service.draining.begun = true;
      return waitToDrain(settings.drainSeconds, answers.close);
    },
    stop: async () => {
      answers.close();
      // Callers waiting for the feed are answered now; otherwise they would be cut off.
      service.timer.stop();
      await Promise.all([closeServer(server), checks.stop()]);
      logStop(service, 'serve');
      await calls.close();
    },
  };
};

/** Says that a port is taken before anything is done that takes long. */
export const checkPort = async ({ host, port }: Pick<ServerSettings, 'host' | 'port'>): Promise<void> => {
  const probe = createServer();
  await listen(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
};

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => reject(listenFailure(fault, host, port)));
    server.listen(port, host, resolve);
  });

const listenFailure = (fault: NodeJS.ErrnoException, host: string, port: number): Error => {
  if (fault.code === 'EADDRINUSE') {
    return new CommandFailure(
      `Port ${port} on ${host} is taken. Stop what listens there or set GOVGATE_PORT to another port.`,
      EXIT.refused,
    );
  }
  if (fault.code === 'EACCES') {
    return new CommandFailure(
      `This user may not listen on port ${port}. Set GOVGATE_PORT to a port above 1023.`,
      EXIT.refused,
    );
  }
  return new CommandFailure(
    `The address ${host} cannot be listened on. Set GOVGATE_HOST to an address of this machine.`,
    EXIT.settings,
  );
};
