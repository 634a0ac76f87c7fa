import type { Operation } from '@govgate/adapter-http';
import type { Ports } from '@govgate/application';
import { renamed } from '../hostile/id-positions.js';
import { SAMPLE_TOKEN } from '../samples/account-samples.js';
import type { SampleRecord } from '../samples/operation-sample.js';
import { SAMPLE_RECORDS } from '../samples/operation-samples.js';
import { sampleOf, sendSample } from '../samples/send-sample.js';
import type { Answered, Call } from '../test-service.js';
import { putRecords, TENANT, tenantRecords, tokenFor } from './world.js';

/** A tenant in which every sample succeeds, and the token of its admin. */
export interface SampleTenant {
  readonly tenantId: string;
  readonly token: string;
}

/** Makes a tenant like that of the samples under another name, so that a test can have many side by side. */
export const makeSampleTenant = async (ports: Ports, tenantId: string): Promise<SampleTenant> => {
  const names = namesIn(tenantId);
  const records = [...tenantRecords(TENANT), ...SAMPLE_RECORDS];
  const own = records.map(({ kind, record }) => ({ kind, record: renamed(record, names) }));
  // What belongs to the installation is shared by all tenants: many created at once would wait for each other.
  const isShared = ({ kind }: SampleRecord): boolean => kind.scoping === 'installation';
  await putRecords(
    ports,
    tenantId,
    own.filter((one) => !isShared(one)),
  );
  await putRecords(ports, tenantId, own.filter(isShared));
  return { tenantId, token: await tokenFor(ports, { tenantId, subjectId: 'ada' }) };
};

/** Sends an operation's sample in a tenant. */
export const sendAs = (
  call: Call,
  { tenantId, token }: SampleTenant,
  operation: Operation,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> => {
  const sample = renamed(sampleOf(operation), namesIn(tenantId));
  return sendSample(call, operation, token, { ...sample, headers: { ...sample.headers, ...headers } });
};

const namesIn = (tenantId: string): ReadonlyMap<string, string> =>
  new Map([
    [TENANT, tenantId],
    [SAMPLE_TOKEN, `${SAMPLE_TOKEN}-${tenantId}`],
  ]);
