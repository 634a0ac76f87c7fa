import { isId } from '@govgate/domain';
import type { Job } from '@govgate/ports';

/** What Redis holds of a job besides its name and id: only the identifiers it concerns. */
export type BullPayload = Partial<Record<(typeof FIELDS)[number], string>>;

const FIELDS = ['tenantId', 'environmentId', 'subjectId', 'requestId'] as const;

/** The identifiers of a job. Anything else is left out, whatever its origin: a queue holds no data. */
export const payloadOf = (job: Pick<Job, (typeof FIELDS)[number]>): BullPayload =>
  Object.fromEntries(
    FIELDS.map((field) => [field, job[field]]).filter(([, value]) => value != null && isId(value)),
  );

/** A job as it was enqueued. */
export const jobOf = (name: string, jobId: string, payload: BullPayload): Job => ({
  job: name,
  jobId,
  tenantId: payload.tenantId ?? '',
  environmentId: payload.environmentId ?? null,
  subjectId: payload.subjectId ?? '',
  requestId: payload.requestId ?? '',
});
