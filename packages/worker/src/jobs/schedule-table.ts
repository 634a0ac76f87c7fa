/** A recurring job. */
export interface ScheduledJob {
  readonly job: string;
  readonly everyMs: number;
  /** Into how many jobs a round is split when several workers share it; each has its part as subject. */
  readonly shards?: number;
}

/** Every job started by the clock: the single table behind schedules, with Redis and without. */
export const SCHEDULE: readonly ScheduledJob[] = [
  { job: 'relay_outbox', everyMs: 2_000 },
  { job: 'sweep_delivery_tests', everyMs: 5_000 },
  { job: 'poll_signals', everyMs: 5_000 },
  { job: 'conduct_access_reviews', everyMs: 10_000 },
  { job: 'sweep_approvals', everyMs: 30_000 },
  { job: 'probe_data_planes', everyMs: 30_000, shards: 4 },
  { job: 'probe_mcp_servers', everyMs: 60_000, shards: 4 },
  { job: 'check_mcp_drift', everyMs: 30_000, shards: 4 },
  { job: 'report_plane_health', everyMs: 30_000 },
  { job: 'report_rules', everyMs: 60_000 },
  { job: 'report_expiries', everyMs: 60_000 },
  { job: 'sign_checkpoints', everyMs: 60_000 },
  { job: 'remove_expired', everyMs: 600_000 },
  { job: 'seal_old_events', everyMs: 3_600_000 },
];

/** A job without a subject. */
export const scheduledJob = (job: string, jobId: string, subjectId = '') => ({
  job,
  jobId,
  tenantId: '',
  environmentId: null,
  subjectId,
  requestId: '',
});
