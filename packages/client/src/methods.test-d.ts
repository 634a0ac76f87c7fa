import type { GovgateClient } from './generated/methods.gen.js';

/** What must compile, and what must not: the compiler is the test. */
export const typesOf = async (client: GovgateClient): Promise<void> => {
  const policy = await client.readPolicy({ policy_version: 'pv_7' });
  const status: 'draft' | 'active' | 'superseded' | 'archived' = policy.status;
  const body = { manifest_hash: policy.manifest_hash, reason_code: status };
  await client.publishPolicy({ policy_version: 'pv_7', body });
  await client.publishPolicy(
    { policy_version: 'pv_7', body, environment_id: undefined },
    { ifMatch: policy },
  );
  await client.readIdentity();
  await client.readIdentity({}, { timeoutMs: 500 });
  await client.readAccessMetadata({ environment_id: 'production' });
  await client.listDataPlanes();
  await client.readPolicy({ policy_version: 'pv_7' }, { ifNoneMatch: policy });
  for await (const one of client.listPolicies.items({ status: 'active' }))
    one.policy_version satisfies string;
  for await (const one of client.exportAuditEvents()) one satisfies object;
  for await (const line of client.exportAuditEvents.lines()) line satisfies string;

  // @ts-expect-error a body that lacks a member
  await client.publishPolicy({ policy_version: 'pv_7', body: { reason_code: 'release' } });
  // @ts-expect-error a member of another type
  await client.publishPolicy({ policy_version: 'pv_7', body: { manifest_hash: 7, reason_code: 'release' } });
  // @ts-expect-error a member that does not exist
  await client.publishPolicy({ policy_version: 'pv_7', body: { ...body, actor_id: 'ada' } });
  // @ts-expect-error no body
  await client.publishPolicy({ policy_version: 'pv_7' });
  // @ts-expect-error no id
  await client.readPolicy();
  // @ts-expect-error a filter that does not exist
  await client.listPolicies({ state: 'active' });
  // @ts-expect-error a value that is not allowed
  await client.listPolicies({ status: 'gone' });
  // @ts-expect-error a change that must say which state it saw
  await client.replacePolicyTests({ policy_version: 'pv_7', body: { tests: null } });
  // @ts-expect-error a read has nothing to match
  await client.readPolicy({ policy_version: 'pv_7' }, { ifMatch: policy });
  // @ts-expect-error a single record has no pages
  client.readPolicy.pages({ policy_version: 'pv_7' });
  // @ts-expect-error an operation that does not exist
  await client.deleteEverything();
};
