import { type ExportReport, exportLags, type Ports, type SignalPollReport } from '@govgate/application';
import type { RequestLine, ServiceLog } from '@govgate/ports';
import type { JobReport } from '@govgate/worker/in-process';
import type { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A service's counters. Nothing is counted before they are opened, such as when metrics are off. */
export interface Counts {
  /** A finished job. */
  job(reported: JobReport): void;
  /** An answer of the decision point. */
  decision(decision: boolean, times: number): void;
  /** Events that continuous export delivered, set aside or failed to deliver. */
  exported(report: ExportReport): void;
  /** A poll of an issuer's signals. */
  signalsPolled(report: Pick<SignalPollReport, 'issuer' | 'reasonCode'>): void;
  /** A call of the API. */
  request(line: RequestLine): void;
  /** Starts counting and returns what Prometheus scrapes. The library is loaded only now. */
  open(ports: Ports): Promise<Registry>;
}

// An id names a record within its tenant and environment alone.
const DESTINATION_LABELS = ['tenant', 'environment', 'destination'] as const;
type DestinationLabel = (typeof DESTINATION_LABELS)[number];

interface Metrics {
  readonly registry: Registry;
  /** `name`, because Prometheus adds a label `job` of its own to every series. */
  readonly jobs: Counter<'name' | 'outcome'>;
  readonly seconds: Histogram<'name'>;
  readonly requests: Counter<'operation' | 'status'>;
  readonly requestSeconds: Histogram<'operation'>;
  readonly refusedTokens: Counter<'check'>;
  readonly exported: Counter<DestinationLabel | 'outcome'>;
  readonly lastDelivery: Gauge<DestinationLabel>;
  readonly signalPolls: Counter<'issuer' | 'outcome'>;
  readonly decisions: Counter<'decision'>;
}

/** Creates the counters of one service: two in a process count separately. */
export const makeCounts = (): Counts => {
  let metrics: Metrics | undefined;
  return {
    job: ({ job, end, durationMs }) => {
      metrics?.jobs.inc({ name: job, outcome: end });
      metrics?.seconds.observe({ name: job }, durationMs / 1000);
    },
    decision: (decision, times) => metrics?.decisions.inc({ decision: decision ? 'permit' : 'deny' }, times),
    exported: (report) => {
      if (metrics !== undefined) countExport(metrics, report);
    },
    signalsPolled: ({ issuer, reasonCode: outcome }) => metrics?.signalPolls.inc({ issuer, outcome }),
    request: ({ operation, status, durationMs, failedCheck }) => {
      if (failedCheck !== undefined) metrics?.refusedTokens.inc({ check: failedCheck });
      metrics?.requests.inc({ operation, status });
      metrics?.requestSeconds.observe({ operation }, durationMs / 1000);
    },
    open: async (ports) => {
      metrics = await makeMetrics(ports);
      return metrics.registry;
    },
  };
};

/** A service log that also counts each call by operation and status: rate-limited calls show nowhere else. */
export const countingLog = <L extends ServiceLog>(log: L, counts: Pick<Counts, 'request'>): L => ({
  ...log,
  request: (line: RequestLine) => {
    counts.request(line);
    log.request(line);
  },
});

const countExport = ({ exported, lastDelivery }: Metrics, report: ExportReport): void => {
  const { reasonCode, delivered, refused } = report;
  const labels = labelsOf(report);
  if (delivered > 0) {
    exported.inc({ ...labels, outcome: 'delivered' }, delivered);
    lastDelivery.set(labels, Date.now() / 1_000);
  }
  if (refused > 0) exported.inc({ ...labels, outcome: 'refused' }, refused);
  if (reasonCode !== 'delivered') exported.inc({ ...labels, outcome: 'failed_attempt' });
};

const labelsOf = ({
  tenantId: tenant,
  environmentId: environment,
  destinationId: destination,
}: Pick<ExportReport, 'tenantId' | 'environmentId' | 'destinationId'>): Record<DestinationLabel, string> => ({
  tenant,
  environment,
  destination,
});

const makeMetrics = async (ports: Ports): Promise<Metrics> => {
  // By its default export: once bundled, a CommonJS package has no named ones.
  const { default: prom } = await import('prom-client');
  const registry = new prom.Registry();
  prom.collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const metrics = {
    registry,
    ...jobMetrics(prom, registers),
    ...callMetrics(prom, registers),
    ...exportMetrics(prom, registers),
    signalPolls: new prom.Counter({
      name: 'govgate_signal_polls_total',
      help: 'Polls of the signals of issuers, by outcome: polled, or why signals are not received',
      labelNames: ['issuer', 'outcome'],
      registers,
    }),
  };
  registry.registerMetric(lagGauge(prom, ports));
  registry.registerMetric(queueGauge(prom, ports));
  return metrics;
};

type Prom = typeof import('prom-client');

const jobMetrics = (prom: Prom, registers: Registry[]): Pick<Metrics, 'jobs' | 'seconds'> => ({
  jobs: new prom.Counter({
    name: 'govgate_jobs_total',
    help: 'Finished jobs, by name and outcome',
    labelNames: ['name', 'outcome'],
    registers,
  }),
  seconds: new prom.Histogram({
    name: 'govgate_job_duration_seconds',
    help: 'Duration of jobs, rounds of probes included',
    labelNames: ['name'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 30, 60],
    registers,
  }),
});

const callMetrics = (
  prom: Prom,
  registers: Registry[],
): Pick<Metrics, 'requests' | 'requestSeconds' | 'refusedTokens' | 'decisions'> => ({
  requests: new prom.Counter({
    name: 'govgate_http_requests_total',
    help: 'Calls of the API, by operation and status; operation none: no such endpoint',
    labelNames: ['operation', 'status'],
    registers,
  }),
  requestSeconds: new prom.Histogram({
    name: 'govgate_http_request_duration_seconds',
    help: 'Duration of calls, including those that wait on purpose (revocations, delivery checks)',
    labelNames: ['operation'],
    buckets: [0.005, 0.01, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  }),
  refusedTokens: new prom.Counter({
    name: 'govgate_refused_tokens_total',
    help: 'Refused tokens, by the check they failed',
    labelNames: ['check'],
    registers,
  }),
  decisions: new prom.Counter({
    name: 'govgate_access_decisions_total',
    help: 'Decisions of the decision point, by outcome; each of a batch counts',
    labelNames: ['decision'],
    registers,
  }),
});

const exportMetrics = (prom: Prom, registers: Registry[]): Pick<Metrics, 'exported' | 'lastDelivery'> => ({
  exported: new prom.Counter({
    name: 'govgate_export_events_total',
    help: 'Events of continuous export by destination: delivered, refused (set aside); failed_attempt counts requests',
    labelNames: [...DESTINATION_LABELS, 'outcome'],
    registers,
  }),
  lastDelivery: new prom.Gauge({
    name: 'govgate_export_last_delivery_timestamp_seconds',
    help: "Time of this process's last delivery to a destination",
    labelNames: DESTINATION_LABELS,
    registers,
  }),
});

const queueGauge = (prom: Prom, ports: Ports): Gauge =>
  new prom.Gauge({
    name: 'govgate_queue_jobs',
    help: 'Jobs in the queue by state; absent while the queue is unreachable',
    labelNames: ['state'],
    registers: [],
    async collect() {
      this.reset();
      const depth = await ports.jobQueue.depth().catch(() => ({}));
      for (const [state, jobs] of Object.entries(depth)) this.set({ state }, jobs);
    },
  });

const lagGauge = (prom: Prom, ports: Ports): Gauge =>
  new prom.Gauge({
    name: 'govgate_export_lag_events',
    help: 'Events of the trail not yet delivered to an enabled destination; absent while the store is unreachable',
    labelNames: DESTINATION_LABELS,
    registers: [],
    async collect() {
      this.reset();
      const lags = await exportLags(ports).catch(() => []);
      for (const lag of lags) this.set(labelsOf(lag), lag.lagEvents);
    },
  });
