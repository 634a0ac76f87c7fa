import type { Ports } from '@govgate/application';
import {
  type ClientSurface,
  canonicalHash,
  type Json,
  type ManifestBody,
  type McpSubmission,
  type PolicyTests,
} from '@govgate/domain';
import {
  type AnyKind,
  clientSessionKind,
  clientSurfaceKind,
  mcpSubmissionKind,
  policyVersionKind,
} from '@govgate/ports';
import { SAMPLE_RECORDS } from '../samples/operation-samples.js';
import { sampleDraft } from '../samples/policy-samples.js';
import { sampleSession } from '../samples/session-samples.js';
import { makeWorld, putRecords, TENANT, type Tokens } from './world.js';

/** The number of each. */
const LARGE = { surfaces: 10_000, sessions: 5_000, policies: 40, submissions: 200 };

const AT_ONCE = 500;

/** A manifest of the maximum size: some thousand rules, each with lists and a condition. */
export const largeManifest = (variant: number): ManifestBody => ({
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: Array.from({ length: 950 }, (_, i) => ({
    rule_id: `rule_${variant}_${i}`,
    effect: 'allow',
    subjects: { agents: [`agent_${i}`, 'b'], users: ['u'] },
    targets: { server_ids: [`srv_${i}`], tool_ids: ['one', 'two'] },
    actions: ['tool.invoke'],
    conditions: [{ attribute: 'team', operator: 'eq', value: 'x' }],
    reason_code: 'allowed',
  })),
});

/** The large policy that has tests. */
export const LARGE_TESTED = 'pv_large_39';

/** The world of the tests, in which one tenant has as many records as a real one, and some as long as records may be. */
export const makeLargeWorld = async (ports: Ports): Promise<Tokens> => {
  const tokens = await makeWorld(ports);
  const surface = sampleOf<ClientSurface>(clientSurfaceKind);
  const records = [
    ...SAMPLE_RECORDS.map(({ kind, record }) => ({ kind, record })),
    ...many(LARGE.surfaces, (i) => ({
      kind: clientSurfaceKind,
      record: { ...surface, clientSurfaceId: `cs_large_${i}`, displayName: `Surface ${i}` },
    })),
    ...many(LARGE.sessions, (i) => ({
      kind: clientSessionKind,
      record: sampleSession(`sess_large_${i}`, { clientSurfaceId: `cs_large_${i % 997}` }),
    })),
    ...many(LARGE.policies, (i) => ({ kind: policyVersionKind, record: largePolicy(i) })),
    ...many(LARGE.submissions, (i) => ({ kind: mcpSubmissionKind, record: largeSubmission(i) })),
  ];
  for (let start = 0; start < records.length; start += AT_ONCE)
    await putRecords(ports, TENANT, records.slice(start, start + AT_ONCE));
  return tokens;
};

/** Tests of a hundred callers in fifty tables, as many calls as tests may make. */
const largeTests = (): PolicyTests => {
  const subjects = many(100, (i) => `s${i}`);
  const one = {
    subjects,
    targets: ['tool'],
    actions: ['tool.invoke'],
    attributes: { team: 'x' },
    expected: [],
  } as const;
  return {
    tests_version: '1.0',
    subjects: Object.fromEntries(subjects.map((name) => [name, { agent_id: 'b', user_id: 'u' }])),
    targets: { tool: { kind: 'mcp_server', server_id: 'srv_7', tool_id: 'one' } },
    cases: Object.fromEntries(many(50, (i) => [`c${i}`, one])),
  };
};

const sampleOf = <T>(kind: AnyKind): T => SAMPLE_RECORDS.find((sample) => sample.kind === kind)?.record as T;

const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

const largePolicy = (i: number): unknown => {
  const [policyVersion, body] = [`pv_large_${i}`, largeManifest(i)];
  const tests = policyVersion === LARGE_TESTED ? { tests: largeTests() } : {};
  return sampleDraft(policyVersion, { body, manifestHash: canonicalHash(body as Json), ...tests });
};

const largeSubmission = (i: number): McpSubmission => {
  const sample = sampleOf<McpSubmission>(mcpSubmissionKind);
  const [tool] = sample.manifest.tools;
  if (tool === undefined) throw new Error('the sample has no tool');
  const tools = many(150, (n) => ({
    ...tool,
    toolId: `tool_${n}`,
    name: `tool_${n}`,
    policyRefs: ['pv_large_0'],
  }));
  return {
    ...sample,
    submissionId: `sub_large_${i}`,
    sequence: 1_000 + i,
    status: 'superseded',
    manifest: { ...sample.manifest, version: `2.0.${i}`, tools },
  };
};
