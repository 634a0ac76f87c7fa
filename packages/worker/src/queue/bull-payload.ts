import { isId } from '@govgate/domain';
import type { Job } from '@govgate/ports';

/** What Redis holds of a job besides its name and id: identifiers only, and only those it is about. */
export type BullPayload = Partial<Record<(typeof FIELDS)[number], string>>;

const FIELDS = ['tenantId', 'environmentId', 'subjectId', 'requestId'] as const;

/** The identifiers of a job. What is none is left out, whatever it came from: a queue holds no data. */
export const payloadOf = (job: Pick<Job, (typeof FIELDS)[number]>): BullPayload =>
  Object.fromEntries(
    FIELDS.map((field) => [field, job[field]]).filter(([, value]) => value != null && isId(value)),
  );

/** A job as it was handed in. */
export const jobOf = (name: string, jobId: string, payload: BullPayload): Job => ({
  job: name,
  jobId,
  tenantId: payload.tenantId ?? '',
  environmentId: payload.environmentId ?? null,
  subjectId: payload.subjectId ?? '',
  requestId: payload.requestId ?? '',
});
