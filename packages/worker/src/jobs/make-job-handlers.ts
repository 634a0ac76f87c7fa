import {
  DELIVERY_CHECK,
  makeCheckMcpDrift,
  makeConductAccessReviews,
  makePollSignals,
  makeProbeDataPlanes,
  makeProbeMcpServers,
  makeRelayOutbox,
  makeRemoveExpired,
  makeReportExpiries,
  makeReportPlaneHealth,
  makeReportRules,
  makeRunDeliveryTest,
  makeRunReadRequest,
  makeSealOldEvents,
  makeSignCheckpoints,
  makeSweepApprovals,
  makeSweepDeliveryTests,
  type Ports,
  READ_MCP_SERVER,
  type SignalPolling,
} from '@govgate/application';
import type { DeliverySender, JobHandlers } from '@govgate/ports';
import type { ProbeSettings } from '../probes.js';
import { type LazyProbes, makeLazyProbes } from './lazy-probes.js';

/** Handlers and the resources they hold. */
export interface JobKit {
  readonly handlers: JobHandlers;
  /** Sends continuous export's deliveries, through the same guards as the jobs. */
  readonly sender: DeliverySender;
  close(): Promise<void>;
}

/** What jobs need besides ports: limits on what they send, and whom they poll for signals. */
export interface JobSettings extends Omit<ProbeSettings, 'clock'> {
  readonly signals?: SignalPolling;
}

const NO_SIGNALS: SignalPolling = { sources: [], report: () => undefined };

/** Every job a worker can run, with its time limit. The delivery check's is slightly longer than the longest check. */
export const makeJobHandlers = (ports: Ports, settings: JobSettings): JobKit => {
  const probes: LazyProbes = makeLazyProbes({ ...settings, clock: ports.clock });
  const handlers: JobHandlers = {
    ...storeJobs(ports),
    [DELIVERY_CHECK]: {
      timeLimitMs: 20_000,
      run: makeRunDeliveryTest({ ...ports, deliveryProbe: probes.delivery }),
    },
    poll_signals: {
      timeLimitMs: 45_000,
      run: makePollSignals({ ...ports, ...(settings.signals ?? NO_SIGNALS), transmitter: probes.signals }),
    },
    probe_data_planes: {
      timeLimitMs: 45_000,
      run: makeProbeDataPlanes({ ...ports, planeProbe: probes.plane }),
    },
    probe_mcp_servers: {
      timeLimitMs: 90_000,
      run: makeProbeMcpServers({ ...ports, mcpProbe: probes.mcp }),
    },
    check_mcp_drift: {
      timeLimitMs: 90_000,
      run: makeCheckMcpDrift({ ...ports, mcpProbe: probes.mcp }),
    },
    [READ_MCP_SERVER]: {
      timeLimitMs: 45_000,
      run: makeRunReadRequest({ ...ports, mcpProbe: probes.mcp }),
    },
  };
  return { handlers, sender: probes.sender, close: () => probes.close() };
};

/** Jobs that send nothing. */
const storeJobs = (ports: Ports) => {
  const signCheckpoints = makeSignCheckpoints(ports);
  return {
    relay_outbox: { timeLimitMs: 30_000, run: makeRelayOutbox(ports) },
    sweep_delivery_tests: { timeLimitMs: 30_000, run: makeSweepDeliveryTests(ports) },
    conduct_access_reviews: { timeLimitMs: 300_000, run: makeConductAccessReviews(ports) },
    sweep_approvals: { timeLimitMs: 60_000, run: makeSweepApprovals(ports) },
    sign_checkpoints: {
      timeLimitMs: 60_000,
      run: async (_, stop) => void (await signCheckpoints(stop)),
    },
    report_expiries: { timeLimitMs: 120_000, run: makeReportExpiries(ports) },
    report_rules: { timeLimitMs: 45_000, run: makeReportRules(ports) },
    report_plane_health: { timeLimitMs: 45_000, run: makeReportPlaneHealth(ports) },
    seal_old_events: { timeLimitMs: 600_000, run: makeSealOldEvents(ports) },
    remove_expired: { timeLimitMs: 300_000, run: makeRemoveExpired(ports) },
  } satisfies Partial<JobHandlers>;
};
