import { createServer } from 'node:http';
import type { Service } from '../service.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';

/** Serves metrics on a separate port (docs/spec/conventions.md#versioning); 0 turns them off, and nothing of them is loaded. */
export const startMetrics = async ({
  settings,
  ports,
  counts,
}: Service): Promise<{ stop(): Promise<void> }> => {
  const { metricsPort, host } = settings;
  if (metricsPort === 0) return { stop: async () => undefined };
  const registry = await counts.open(ports);
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(taken(metricsPort)));
    server.listen(metricsPort, host, resolve);
  });
  return { stop: () => new Promise((resolve) => server.close(() => resolve())) };
};

const taken = (port: number): CommandFailure =>
  new CommandFailure(
    `The metrics port ${port} is not available. Set GOVGATE_METRICS_PORT to a free one, or to 0 for none.`,
    EXIT.refused,
  );
