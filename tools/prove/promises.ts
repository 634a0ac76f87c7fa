/** A promise of the service and the tests that hold it. */
export interface Promised {
  readonly id: string;
  readonly promise: string;
  readonly specs: readonly string[];
  /** Only tests whose names match; where one file holds several promises. */
  readonly grep?: string;
}

const PROVE = 'packages/server/src/e2e/prove';
const E2E = 'packages/server/src/e2e';
const QUEUE = `${E2E}/queue-faults.e2e.test.ts`;

/** What is proved, in the order of the page. One line here adds a proof. */
export const PROMISES: readonly Promised[] = [
  {
    id: 'A1',
    promise: 'No change without its audit event, whatever is wrong with the trail',
    specs: [`${PROVE}/a1-*.test.ts`, `${E2E}/mongo/no-change-unaudited.e2e.test.ts`],
  },
  {
    id: 'A2',
    promise: 'A killed process leaves no half change',
    specs: [
      `${PROVE}/a2-*.test.ts`,
      ...['mongo/killed-process', 'crash', 'as-code'].map((name) => `${E2E}/${name}.e2e.test.ts`),
    ],
  },
  {
    id: 'A3',
    promise: 'Exactly one active policy version, and a publish that can be put in one order',
    specs: [`${E2E}/publish-race.e2e.test.ts`, `${E2E}/mongo/publish-race.e2e.test.ts`],
  },
  {
    id: 'A4',
    promise: 'A revoke counts at once, on every process',
    specs: [`${PROVE}/a4-*.test.ts`, `${E2E}/mongo/revoke-at-once.e2e.test.ts`],
  },
  {
    id: 'A5',
    promise: 'An approval of a call is used once, and never after it was withdrawn',
    specs: [`${PROVE}/a5-*.test.ts`, `${E2E}/mongo/approvals-race.e2e.test.ts`],
  },
  {
    id: 'A6',
    promise:
      'Whoever leaves calls nothing more, on any process: by SCIM, shared signals and back-channel logout',
    specs: [`${PROVE}/a6-*.test.ts`],
  },
  { id: 'B1', promise: 'No check is lost when a worker dies', specs: [QUEUE], grep: 'B1:' },
  { id: 'B2', promise: 'A worker that stood still has no second effect', specs: [QUEUE], grep: 'B2:' },
  { id: 'B3', promise: 'A clean shutdown with slow jobs', specs: [QUEUE], grep: 'B3:' },
  { id: 'B4, B5', promise: 'Redis is disposable', specs: [QUEUE], grep: 'B[45]:' },
  { id: 'B6', promise: 'The API serves without Redis', specs: [QUEUE], grep: 'B6:' },
  {
    id: 'B7',
    promise: 'Faults of MongoDB cost no acknowledged write',
    specs: [
      'packages/adapter-mongo/src/failures.contract.test.ts',
      'packages/adapter-mongo/src/restarts.contract.test.ts',
      `${E2E}/mongo/server-faults.e2e.test.ts`,
    ],
  },
  {
    id: 'D1',
    promise: 'Signatures that others can verify',
    specs: [
      'packages/worker/src/delivery/sign-webhook.test.ts',
      'packages/worker/src/delivery/strict-readers.contract.test.ts',
    ],
  },
  {
    id: 'D3',
    promise: 'The outcome of a check is the true one, however a receiver behaves',
    specs: [
      'packages/worker/src/delivery/make-delivery-probe.test.ts',
      'packages/worker/src/delivery/delivery-kinds.test.ts',
      'packages/worker/src/delivery/syslog-receivers.test.ts',
      'packages/worker/src/delivery/syslog.contract.test.ts',
      `${E2E}/delivery-test.e2e.test.ts`,
    ],
  },
  {
    id: 'D2, D4',
    promise:
      'Continuous export: retries as documented, nothing lost under kill -9, in order, and no destination holds up another',
    specs: [
      'packages/application/src/export/export-engine.test.ts',
      'packages/application/src/export/settling.test.ts',
      `${E2E}/export.e2e.test.ts`,
      `${PROVE}/d2-*.test.ts`,
    ],
  },
  {
    id: 'D5',
    promise: 'A tool whose description changed is told to receivers of all six kinds, once to each',
    specs: [`${PROVE}/d5-*.test.ts`],
  },
  {
    id: 'D6',
    promise:
      'No destination of any of the six kinds gets another tenant’s events, nor does its credential stand anywhere else',
    specs: [`${PROVE}/d6-*.test.ts`, 'packages/worker/src/delivery/guarded-kinds.test.ts'],
  },
  {
    id: 'T1',
    promise: 'Tampering shows, in an export under the key and in the store beside what was signed of it',
    specs: [
      'packages/domain/src/audit/*.test.ts',
      'packages/domain/src/merkle/*.test.ts',
      'packages/domain/src/note/*.test.ts',
      `${PROVE}/t1-*.test.ts`,
    ],
  },
  { id: 'J1', promise: 'Bad tokens are refused, all alike', specs: [`${E2E}/bad-tokens.e2e.test.ts`] },
  { id: 'I1', promise: 'Tenants, environments and teams never meet', specs: [`${PROVE}/i1-*.test.ts`] },
  { id: 'S1–S5', promise: 'No request forgery', specs: ['packages/worker/src/egress/*.test.ts'] },
  { id: 'R1', promise: 'No secret leaves', specs: [`${PROVE}/r1-*.test.ts`] },
  { id: 'H1', promise: 'Handles stay opaque', specs: ['packages/domain/src/destination/handle.test.ts'] },
  { id: 'X1', promise: 'Abuse is borne', specs: [`${PROVE}/x1-*.test.ts`] },
  { id: 'L1', promise: 'Limits are exact', specs: [`${PROVE}/l1-*.test.ts`] },
  {
    id: 'K2',
    promise: 'Who may do nothing can cost nothing: one quota, a short trail',
    specs: [`${PROVE}/k2-*.test.ts`],
  },
  { id: 'K4', promise: 'No call holds up the others', specs: [`${PROVE}/k4-*.test.ts`] },
  {
    id: 'K7',
    promise: 'Memory is bounded, whatever is sent, asked for and not read',
    specs: [`${PROVE}/k7-*.test.ts`],
  },
  {
    id: 'M1',
    promise: 'The MCP probe tells backends apart',
    specs: ['packages/worker/src/mcp-probe/*.test.ts'],
  },
  {
    id: 'M2',
    promise:
      'A tool that changed on a live server is revoked with its event, once, and back when it is restored',
    specs: [
      'packages/server/src/e2e/mcp-drift.e2e.test.ts',
      `${PROVE}/m2-*.test.ts`,
      'packages/application/src/mcp-servers/*.test.ts',
      'packages/application/src/health-checks/check-mcp-drift.test.ts',
      'packages/domain/src/mcp-server/*.test.ts',
    ],
  },
  {
    id: 'P1',
    promise: 'Data planes tell the truth',
    specs: ['packages/domain/src/data-plane/*.test.ts', 'packages/application/src/data-planes/*.test.ts'],
  },
  {
    id: 'F1',
    promise: 'Every answer keeps to the contract, whatever is sent',
    specs: [`${PROVE}/f1-*.test.ts`],
  },
  {
    id: 'G1',
    promise:
      'A session that was ended calls nothing more: denied within 100 ms, never again once it was applied',
    specs: [`${PROVE}/g1-*.test.ts`],
  },
  {
    id: 'G2',
    promise:
      'A gateway that embeds the domain lets through what is allowed, and nothing by what it does not know',
    specs: [
      `${PROVE}/g2-*.test.ts`,
      'packages/server/src/e2e/transparent-gateway.e2e.test.ts',
      'packages/domain/src/gateway/*.test.ts',
      'packages/domain/src/wire/*.test.ts',
    ],
  },
  {
    id: 'G3',
    promise:
      'A gateway that knows AuthZEN alone lets through what is permitted, and nothing without a decision',
    specs: [`${PROVE}/g3-*.test.ts`],
  },
  {
    id: 'G4',
    promise:
      'A tool whose description changed is listed and called by no gateway until it is as it was approved',
    specs: [`${PROVE}/g4-*.test.ts`],
  },
  {
    id: 'G5',
    promise: 'A decision point answers as AuthZEN 1.0 says, and never by what held before a commit',
    specs: [
      `${E2E}/authzen-certification.e2e.test.ts`,
      `${E2E}/authzen-client.e2e.test.ts`,
      'packages/application/src/authzen/*.test.ts',
    ],
  },
  {
    id: 'N1',
    promise: 'What a publish newly allows or denies is told, whole and with a call that shows it',
    specs: ['packages/domain/src/policy/compare/*.test.ts'],
  },
  { id: 'K1', promise: 'A secret belongs to a tenant and an environment', specs: [`${PROVE}/k1-*.test.ts`] },
  {
    id: 'K3',
    promise: 'A grant for less than an environment does not decide what is active in it',
    specs: [`${PROVE}/k3-*.test.ts`],
  },
  {
    id: 'K5',
    promise: 'A trail forged with the database and no key is named at its place, and never signed on',
    specs: [
      `${PROVE}/k5-*.test.ts`,
      'packages/adapter-sqlite/src/long-walks.test.ts',
      'packages/application/src/audit/*.test.ts',
      'packages/server/src/checkpoints/*.test.ts',
      `${E2E}/audit-commands.e2e.test.ts`,
      `${E2E}/broken-stores.e2e.test.ts`,
    ],
  },
  {
    id: 'K6',
    promise: 'Nobody gains more, or for longer, by granting and joining',
    specs: [`${PROVE}/k6-*.test.ts`, 'packages/application/src/role-bindings/nobody-gains.property.test.ts'],
  },
  {
    id: 'K8',
    promise: 'An identity provider that is away locks nobody out, and is not stormed',
    specs: [`${PROVE}/k8-*.test.ts`, 'packages/server/src/identity/*.test.ts'],
  },
  {
    id: 'K9',
    promise: 'A preview names nobody to callers who may not read the directory',
    specs: [`${PROVE}/k9-*.test.ts`],
  },
  {
    id: 'K10',
    promise: 'A replay is authorized as a first call is',
    specs: [`${PROVE}/k10-*.test.ts`],
  },
  {
    id: 'K11',
    promise: 'No credential comes into the trail by the name of a call',
    specs: [`${PROVE}/k11-*.test.ts`],
  },
  {
    id: 'K12',
    promise: 'Nothing is read of what the caller cannot reach',
    specs: [`${PROVE}/k12-*.test.ts`],
  },
  {
    id: 'K13',
    promise: 'The last administrator who stays is not taken away',
    specs: [`${PROVE}/k13-*.test.ts`],
  },
  {
    id: 'K14',
    promise: 'Nobody approves what they had a hand in',
    specs: [`${PROVE}/k14-*.test.ts`],
  },
  {
    id: 'K15',
    promise: 'Credentials are told from ordinary texts, in no more time than the text is long',
    specs: ['packages/domain/src/policy/secret-*.test.ts', 'tools/regex/*.test.ts'],
  },
  {
    id: 'K16',
    promise: 'Targets and times that nobody can read are a 400',
    specs: [`${PROVE}/k16-*.test.ts`, 'packages/domain/src/instant.test.ts'],
  },
  {
    id: 'K17',
    promise: 'A lost race does not spoil an Idempotency-Key',
    specs: [`${PROVE}/k17-*.test.ts`, 'packages/application/src/call/repeatable-call.test.ts'],
  },
  {
    id: 'K18',
    promise: 'A range that is none is named at the start, and what passes breaks no probe',
    specs: [
      `${PROVE}/k18-*.test.ts`,
      'packages/worker/src/egress/address-range.test.ts',
      'packages/worker/src/jobs/lazy-probes.test.ts',
    ],
  },
  {
    id: 'K19',
    promise: 'Nobody holds up others: not by servers and names that hang, nor by lines of log and long keys',
    specs: [
      `${PROVE}/k19-*.test.ts`,
      'packages/application/src/health-checks/*.test.ts',
      'packages/worker/src/egress/name-lookup.test.ts',
      'packages/worker/src/queue/redis-*.contract.test.ts',
      'packages/server/src/system/limit-lines.test.ts',
    ],
  },
  {
    id: 'C1',
    promise:
      'The service and its console offer what succeeds and hide what would be refused, and every story passes by mouse and by keyboard',
    specs: ['console', 'console-by-keyboard', 'console-offers', 'allowed-actions'].map(
      (name) => `${E2E}/${name}.e2e.test.ts`,
    ),
  },
];

/** Promises whose tests hold planted faults that their checks must find. For each other one the faults hold two at least. */
export const HOLD_OWN_FAULTS: readonly string[] = [
  'A1',
  'A2',
  'A4',
  'A6',
  'D2, D4',
  'D6',
  'I1',
  'R1',
  'X1',
  'L1',
  'K2',
  'K4',
  'K7',
  'F1',
  'C1',
];

/** The long run under load with kills; asked for by `--soak`. */
export const SOAK: Promised = {
  id: 'SOAK',
  promise:
    'Under 70 % of its peak with a kill -9 every 20 s: no acknowledged write lost, chain whole, memory flat',
  specs: [`${PROVE}/soak.e2e.test.ts`],
};
