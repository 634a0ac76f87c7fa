import { createServer } from 'node:http';
import { type ExportReport, exportLags, type Ports } from '@govgate/application';
import type { RequestLine, ServiceLog } from '@govgate/ports';
import type { JobReport } from '@govgate/worker/in-process';
import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Service } from '../service.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';

interface Metrics {
  readonly jobs: Counter<'job' | 'outcome'>;
  readonly seconds: Histogram<'job'>;
  readonly requests: Counter<'operation' | 'status'>;
  readonly requestSeconds: Histogram<'operation'>;
  readonly refusedTokens: Counter<'check'>;
  readonly exported: Counter<'destination' | 'outcome'>;
  readonly lastDelivery: Gauge<'destination'>;
  readonly decisions: Counter<'decision'>;
}

let metrics: Metrics | undefined;

/** Counts a job that ended. Nothing is counted where no metrics are asked for. */
export const countJob = ({ job, end, durationMs }: JobReport): void => {
  metrics?.jobs.inc({ job, outcome: end });
  metrics?.seconds.observe({ job }, durationMs / 1000);
};

/** Counts what the decision point answered. */
export const countDecision = (decision: boolean): void => {
  metrics?.decisions.inc({ decision: decision ? 'permit' : 'deny' });
};

/** Counts what continuous export delivered, set aside or failed to deliver. */
export const countExport = ({
  destinationId: destination,
  reasonCode,
  delivered,
  refused,
}: ExportReport): void => {
  if (metrics === undefined) return;
  if (delivered > 0) {
    metrics.exported.inc({ destination, outcome: 'delivered' }, delivered);
    metrics.lastDelivery.set({ destination }, Date.now() / 1_000);
  }
  if (refused > 0) metrics.exported.inc({ destination, outcome: 'refused' }, refused);
  if (reasonCode !== 'delivered') metrics.exported.inc({ destination, outcome: 'failed_attempt' });
};

const countRequest = ({ operation, status, durationMs, failedCheck }: RequestLine): void => {
  if (failedCheck !== undefined) metrics?.refusedTokens.inc({ check: failedCheck });
  metrics?.requests.inc({ operation, status });
  metrics?.requestSeconds.observe({ operation }, durationMs / 1000);
};

/** The log of a service that also counts each call by operation and status: a refusal for its rate is told nowhere else. */
export const countingLog = <L extends ServiceLog>(log: L): L => ({
  ...log,
  request: (line: RequestLine) => {
    countRequest(line);
    log.request(line);
  },
});

/** Serves metrics on a port of their own (decisions, section 13); 0 is off, and then nothing of it is loaded. */
export const startMetrics = async ({ settings, ports }: Service): Promise<{ stop(): Promise<void> }> => {
  const { metricsPort, host } = settings;
  if (metricsPort === 0) return { stop: async () => undefined };
  const registry = await makeRegistry(ports);
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
    `The metrics port ${port} cannot be listened on. Set GOVGATE_METRICS_PORT to a free one, or to 0 for none.`,
    EXIT.refused,
  );

const makeRegistry = async (ports: Ports): Promise<Registry> => {
  // By its default: a CommonJS package has no other names once it is bundled.
  const { default: prom } = await import('prom-client');
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = prom;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  metrics = {
    jobs: new Counter({
      name: 'govgate_jobs_total',
      help: 'Jobs that ended, by name and outcome',
      labelNames: ['job', 'outcome'],
      registers: [registry],
    }),
    seconds: new Histogram({
      name: 'govgate_job_duration_seconds',
      help: 'How long jobs took; rounds of probes are jobs',
      labelNames: ['job'],
      buckets: [0.01, 0.05, 0.25, 1, 5, 15, 30, 60],
      registers: [registry],
    }),
    requests: new Counter({
      name: 'govgate_http_requests_total',
      help: 'Calls of the API, by operation and status; operation none: no such endpoint',
      labelNames: ['operation', 'status'],
      registers: [registry],
    }),
    decisions: new Counter({
      name: 'govgate_access_decisions_total',
      help: 'Questions that the decision point answered, by decision; each of a batch counts',
      labelNames: ['decision'],
      registers: [registry],
    }),
    exported: new Counter({
      name: 'govgate_export_events_total',
      help: 'Events of continuous export by destination: delivered, refused (set aside); failed_attempt counts requests',
      labelNames: ['destination', 'outcome'],
      registers: [registry],
    }),
    lastDelivery: new Gauge({
      name: 'govgate_export_last_delivery_timestamp_seconds',
      help: 'When this process last delivered to a destination',
      labelNames: ['destination'],
      registers: [registry],
    }),
    requestSeconds: new Histogram({
      name: 'govgate_http_request_duration_seconds',
      help: 'How long calls took; those that wait on purpose (revocations, delivery checks) do too',
      labelNames: ['operation'],
      buckets: [0.005, 0.01, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    }),
    refusedTokens: new Counter({
      name: 'govgate_refused_tokens_total',
      help: 'Tokens that were refused, by the check that they failed',
      labelNames: ['check'],
      registers: [registry],
    }),
  };
  registry.registerMetric(lagGauge(ports, Gauge));
  registry.registerMetric(
    new Gauge({
      name: 'govgate_queue_jobs',
      help: 'Jobs in the queue by state; absent while the queue is away',
      labelNames: ['state'],
      registers: [],
      async collect() {
        this.reset();
        const depth = await ports.jobQueue.depth().catch(() => ({}));
        for (const [state, jobs] of Object.entries(depth)) this.set({ state }, jobs);
      },
    }),
  );
  return registry;
};

const lagGauge = (ports: Ports, Kind: typeof Gauge): Gauge =>
  new Kind({
    name: 'govgate_export_lag_events',
    help: 'Events of the trail that a destination has not come to yet; absent while the store does not answer',
    labelNames: ['destination'],
    registers: [],
    async collect() {
      this.reset();
      const lags = await exportLags(ports).catch(() => []);
      for (const { destinationId, lagEvents } of lags) this.set({ destination: destinationId }, lagEvents);
    },
  });
