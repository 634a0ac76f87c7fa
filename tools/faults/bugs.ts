import type { Patch } from './patch.js';

/** A bug that breaks a promise, and the specs each of which has to notice it. */
export interface Fault {
  /** The bug's number, or its promise's name; `2b` is another form of bug 2. */
  readonly id: string;
  readonly bug: string;
  readonly patches: readonly Patch[];
  readonly specs: readonly string[];
  /** Only tests whose names match; where one file holds several promises. */
  readonly grep?: string;
  /** Some of its tests talk to the shared Redis or MongoDB. */
  readonly needsServices?: true;
}

/** A fault as a table writes it: most of them change one place. */
type FaultRow = Omit<Fault, 'patches'> & (Patch | Pick<Fault, 'patches'>);

export const faultsOf = (rows: readonly FaultRow[]): readonly Fault[] =>
  rows.map((row) => ('patches' in row ? row : { ...row, patches: [row] }));

const APPLICATION = 'packages/application/src';
const HTTP = 'packages/adapter-http/src';
const SERVER = 'packages/server/src';
const SQLITE = 'packages/adapter-sqlite/src';
const WORKER = 'packages/worker/src';
const TRAIL_LISTS = [`${SQLITE}/trail-page.test.ts`];
const I1 = `${SERVER}/e2e/prove/i1-tenants-never-meet.e2e.test.ts`;

/** One line of bugs for each promise that is easily broken without anybody seeing it. */
export const BUGS: readonly Fault[] = faultsOf([
  {
    id: '1',
    bug: 'audit after the answer',
    patches: [
      {
        file: `${APPLICATION}/call/decide-and-commit.ts`,
        from: '{ ...commit, changes, now:',
        // The types refuse a commit without an event, so the bug needs a cast.
        to: '{ ...commit, audit: [] as unknown as CommitBatch["audit"], changes, now:',
      },
      {
        file: `${APPLICATION}/call/decide-and-commit.ts`,
        from: '  if (outcome.committed) repeatable?.kept(keeps);',
        to: `  const late = () => unitOfWork.commit({ changes: [], audit: commit.audit }).catch(() => undefined);
  if (outcome.committed) setTimeout(late, 50);
  if (outcome.committed) repeatable?.kept(keeps);`,
      },
    ],
    specs: [`${SERVER}/e2e/prove/a1-no-change-unaudited.e2e.test.ts`],
  },
  {
    id: '2',
    bug: 'missing tenant filter in a list',
    file: `${SQLITE}/read/where-sql.ts`,
    from: '{ sql: IN_SCOPE, values: [tenantId, environmentId] }',
    to: "{ sql: 'environment_id = ?', values: [environmentId] }",
    specs: [`${SQLITE}/sqlite-store.contract.test.ts`, `${SQLITE}/same-as-memory.test.ts`],
  },
  {
    id: '2b',
    bug: 'missing tenant check where a record is loaded',
    file: `${APPLICATION}/call/load-record.ts`,
    from: 'principal.tenantId === tenantId && ',
    to: '',
    specs: [`${APPLICATION}/credential-bindings/change-credential-approval.test.ts`],
  },
  {
    id: '2c',
    bug: 'missing tenant check where a record is loaded and where the caller is judged',
    patches: [
      {
        file: `${APPLICATION}/call/load-record.ts`,
        from: 'principal.tenantId === tenantId && ',
        to: '',
      },
      {
        file: 'packages/domain/src/authorization/authorize.ts',
        from: 'target: Target): boolean => {\n  if (principal.tenantId !== target.tenantId) return false;\n',
        to: 'target: Target): boolean => {\n',
      },
    ],
    specs: [I1],
  },
  {
    id: '3',
    bug: 'cached authorization',
    file: `${APPLICATION}/identity/authenticate.ts`,
    from: 'authorization === authorizationRevision ? { principal, contentRevision: content } : undefined,',
    to: '({ principal, contentRevision: content }),',
    specs: [`${SERVER}/e2e/prove/a4-revoke-at-once.e2e.test.ts`, `${SERVER}/e2e/bad-tokens.e2e.test.ts`],
  },
  {
    id: '4',
    bug: 'follow redirects',
    patches: [
      {
        file: `${WORKER}/egress/make-egress.ts`,
        from: "import { Agent } from 'undici';",
        to: "import { Agent, interceptors } from 'undici';",
      },
      {
        file: `${WORKER}/egress/make-egress.ts`,
        from: 'const fresh = new Agent(options);',
        to: 'const fresh = new Agent(options).compose(interceptors.redirect({ maxRedirections: 3 })) as unknown as Agent;',
      },
    ],
    specs: [`${WORKER}/egress/make-egress.test.ts`],
  },
  {
    id: '5',
    bug: 'second lookup',
    file: `${WORKER}/egress/guarded-connector.ts`,
    from: '(addresses) => dial(addresses, options, callback),',
    to: 'async ([vetted]) => dial([(await lookup(options.hostname))[0]?.address ?? vetted], options, callback),',
    specs: [`${WORKER}/egress/make-egress.test.ts`],
  },
  {
    id: '6',
    bug: 'echo of a value in an error',
    file: `${HTTP}/operation/validate.ts`,
    from: 'return refuse(reasonOf(issue, path, place), tellable(path), explainIssue(schema, issue));',
    to: `return refuse(reasonOf(issue, path, place), \`\${path}=\${JSON.stringify(issue.input)}\`, explainIssue(schema, issue));`,
    specs: [`${HTTP}/operation/validate.test.ts`, `${SERVER}/e2e/prove/r1-no-secret-leaves.e2e.test.ts`],
  },
  {
    id: '7',
    bug: 'unsigned cursor',
    file: `${SERVER}/system/server-keys.ts`,
    from: "return sound && given.toString('base64url') === tag",
    to: "return encoded !== ''",
    specs: [`${SERVER}/system/server-keys.test.ts`, I1],
  },
  {
    id: '8',
    bug: 'stored health: a plane is told as it was with its last heartbeat',
    file: `${APPLICATION}/data-planes/data-plane-view.ts`,
    from: 'const classified = classifyDataPlane(plane, observation, desired, nowMs);',
    to: `const thenMs = observation.lastSeenAt === null ? nowMs : Date.parse(observation.lastSeenAt);
  const classified = classifyDataPlane(plane, observation, desired, thenMs);`,
    specs: [`${APPLICATION}/data-planes/list-data-planes.test.ts`],
  },
  {
    id: '8b',
    bug: 'stored health: a heartbeat does not age',
    file: 'packages/domain/src/data-plane/plane-states.ts',
    from: 'const ageMs = Math.max(0, nowMs - epochMsOf(lastSeenAt));',
    to: 'const ageMs = 0;',
    specs: ['packages/domain/src/data-plane/classify-data-plane.test.ts'],
  },
  {
    id: '9',
    bug: 'no depth limit',
    file: `${HTTP}/operation/body-safety.ts`,
    from: 'const MAX_DEPTH = 32;',
    to: 'const MAX_DEPTH = Number.POSITIVE_INFINITY;',
    specs: [`${HTTP}/operation/body-safety.test.ts`],
  },
  {
    id: '10',
    bug: 'double enqueue',
    file: `${APPLICATION}/jobs/enqueue-entries.ts`,
    from: 'if (!(await taken(jobQueue.enqueue(firstJobOf(entry))))) return enqueued;',
    to: `if (!(await taken(jobQueue.enqueue(firstJobOf(entry))))) return enqueued;
    await taken(jobQueue.enqueue({ ...firstJobOf(entry), jobId: \`\${entry.entryId}.again\` }));`,
    specs: [`${WORKER}/jobs/delivery-checks.test.ts`],
  },
  {
    id: '10b',
    bug: 'double enqueue: the queue takes a known id again',
    file: `${WORKER}/queue/in-process-queue.ts`,
    from: 'if (this.#isKnown(job.jobId)) return;',
    to: '',
    specs: [`${WORKER}/queue/in-process-queue.test.ts`],
  },
  {
    id: '10c',
    bug: 'double enqueue: Redis is not told the id',
    file: `${WORKER}/queue/bull-queue.ts`,
    from: 'await bull.add(job, payloadOf(ids), { jobId })',
    to: 'await bull.add(job, payloadOf(ids), {})',
    specs: [`${WORKER}/queue/bull-queue.contract.test.ts`],
    needsServices: true,
  },
  {
    id: '11',
    bug: 'job id without generation',
    file: 'packages/ports/src/job-queue.ts',
    from: `(entryId: string, generation: number): string => \`\${entryId}.\${generation}\``,
    to: '(entryId: string, _generation: number): string => entryId',
    specs: [`${WORKER}/jobs/delivery-checks.test.ts`],
  },
  {
    id: '12',
    bug: 'active flag by updateMany',
    patches: [
      {
        file: `${APPLICATION}/policies/publish-policy.ts`,
        from: 'expectedVersion: active.version }',
        to: "expectedVersion: 'any' as const }",
      },
      {
        file: 'packages/ports/src/kinds/policy-version.ts',
        from: "  uniques: { one_active: (policy) => (policy.status === 'active' ? 'active' : null) },\n",
        to: '',
      },
    ],
    specs: [`${SERVER}/e2e/publish-race.e2e.test.ts`],
  },
  {
    id: '13',
    bug: 'a count takes in all environments of a tenant',
    file: `${SQLITE}/kinds/kind-table.ts`,
    from: "'tenant_id = ? AND environment_id = ?'",
    to: "'tenant_id = ? AND environment_id IN (?, environment_id)'",
    specs: [`${SQLITE}/sqlite-store.contract.test.ts`],
  },
  {
    id: '13e',
    bug: 'a list of the trail counts on, however many events its filter has',
    file: 'packages/ports/src/audit-trail.ts',
    from: 'totalCount: Math.min(counted, MOST_COUNTED_EVENTS),',
    to: 'totalCount: counted,',
    specs: TRAIL_LISTS,
  },
  {
    id: '13f',
    bug: 'a list of the trail ends where one step of it found nothing',
    file: `${SQLITE}/read/trail-page.ts`,
    from: 'if (step.scanned < step.limit ||',
    to: 'if (step.found.length === 0 ||',
    specs: TRAIL_LISTS,
  },
  {
    id: '14',
    bug: 'a lock is passed on before the work under it has ended',
    file: `${APPLICATION}/call/key-lock.ts`,
    from: 'before === undefined ? work() : before.then(work, work);',
    to: 'before === undefined ? work() : Promise.resolve().then(work);',
    specs: [`${APPLICATION}/call/key-lock.test.ts`],
  },
  {
    id: '14b',
    bug: 'what comes while the write queue runs dry is never written',
    file: `${SQLITE}/write/write-queue.ts`,
    from: '    this.#draining = undefined;',
    to: '    await nextTurn();\n    this.#draining = undefined;',
    specs: [`${SQLITE}/group-commit.test.ts`],
  },
  {
    id: '15',
    bug: 'a remembered answer outlives a commit',
    file: `${HTTP}/koa/answer-cache.ts`,
    from: 'remembered?.contentRevision === call.contentRevision && call.nowMs',
    to: 'remembered !== undefined && call.nowMs',
    specs: [`${HTTP}/koa/answer-cache.test.ts`, `${SERVER}/e2e/ready-answers.e2e.test.ts`],
  },
]);
