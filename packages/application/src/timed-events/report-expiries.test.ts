import { type ApiToken, addSeconds, type CredentialBinding } from '@govgate/domain';
import {
  type AnyKind,
  apiTokenKind,
  credentialBindingKind,
  expiryMarkKind,
  roleBindingKind,
} from '@govgate/ports';
import { expect } from 'chai';
import {
  type Bench,
  binding,
  FOREIGN,
  makeBench,
  PROD_SCOPE,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeReportExpiries } from './report-expiries.js';

const JOB = {
  job: 'report_expiries',
  jobId: 'x',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};
const GO_ON = { aborted: false };
const HOUR = 3_600;

const token = (tokenId: string, over: Partial<ApiToken> = {}): ApiToken => ({
  tokenId,
  tenantId: TENANT,
  subjectType: 'user',
  subjectId: 'ada',
  secretHash: 'h',
  environmentIds: null,
  permissions: null,
  createdBy: 'cli',
  madeBy: [],
  ancestors: [],
  createdAt: START,
  expiresAt: addSeconds(START, HOUR),
  revokedBy: null,
  revokedAt: null,
  ...over,
});

const credential = (credentialBindingId: string, nextRotationDueAt: string, lifecycleState = 'active') =>
  ({
    credentialBindingId,
    ...PROD_SCOPE,
    allowedEnvironmentIds: ['production'],
    owner: { team: 'payments', userId: 'ada', escalationContact: '', oncallRotation: '' },
    source: { sourceType: 'mcp_server', sourceId: 'srv_crm' },
    approvalStatus: 'approved',
    lifecycleState,
    rotation: {
      versionRef: 'v3',
      lastRotatedAt: START,
      nextRotationDueAt,
      rotationWithoutServerChange: true,
    },
  }) as unknown as CredentialBinding;

const toldOf = async ({ store }: Bench, tenantId = TENANT) =>
  (await store.auditTrail.page(tenantId, { filter: { actorId: 'worker' }, direction: 'asc', limit: 10_000 }))
    .items;

const namesOf = async (bench: Bench, tenantId?: string) =>
  (await toldOf(bench, tenantId)).map(({ eventType, resource }) => `${eventType} ${resource.resourceId}`);

describe('what the clock ends', () => {
  it('is recorded once, by whichever process finds it, each in its own trail', async () => {
    const bench = await makeBench();
    const tell = makeReportExpiries(bench.ports);
    await tell(JOB, GO_ON);
    await bench.put(
      apiTokenKind,
      token('ends'),
      token('revoked', { revokedAt: addSeconds(START, 60), revokedBy: 'ada' }),
      token('later', { expiresAt: addSeconds(START, 3 * HOUR) }),
      token('endless', { expiresAt: null }),
      token('foreign', { tenantId: FOREIGN }),
    );
    const expiresAt = addSeconds(START, HOUR + 60);
    await bench.put(
      roleBindingKind,
      binding({
        bindingId: 'rb_1',
        expiresAt,
        scope: { scopeType: 'environment', environmentId: 'production' },
      }),
      binding({ bindingId: 'rb_disabled', expiresAt, disabledAt: START, disabledBy: 'ada' }),
    );
    await bench.put(
      credentialBindingKind,
      credential('cred_1', addSeconds(START, HOUR)),
      credential('cred_off', addSeconds(START, HOUR), 'disabled'),
      credential('cred_never', ''),
    );
    bench.clock.advance(2 * HOUR * 1_000);
    await Promise.all([tell(JOB, GO_ON), makeReportExpiries(bench.ports)(JOB, GO_ON), tell(JOB, GO_ON)]);
    await tell(JOB, GO_ON);
    expect((await namesOf(bench)).sort()).to.deep.equal([
      'api_token.expired ends',
      'credential_binding.rotation_overdue cred_1',
      'role_binding.expired rb_1',
    ]);
    expect(await namesOf(bench, FOREIGN)).to.deep.equal(['api_token.expired foreign']);
    const grant = (await toldOf(bench)).find(({ eventType }) => eventType === 'role_binding.expired');
    expect([grant?.environmentId, grant?.relatedIds, grant?.actor.actorType]).to.deep.equal([
      'production',
      ['ada'],
      'system',
    ]);
    bench.clock.advance(2 * HOUR * 1_000);
    await tell(JOB, GO_ON);
    expect((await namesOf(bench)).filter((name) => name.startsWith('api_token'))).to.deep.equal([
      'api_token.expired ends',
      'api_token.expired later',
    ]);
  });

  it('is found without reading what has not ended', async () => {
    const bench = await makeBench();
    await makeReportExpiries(bench.ports)(JOB, GO_ON);
    await bench.put(apiTokenKind, token('ends'), token('later', { expiresAt: addSeconds(START, 9 * HOUR) }));
    bench.clock.advance(2 * HOUR * 1_000);
    const readWhole: string[] = [];
    const found: string[] = [];
    const records = {
      ...bench.ports.records,
      all: (kind: AnyKind) => {
        readWhole.push(kind.name);
        return bench.ports.records.all(kind);
      },
      page: async (kind: AnyKind, ...requests: [never, never]) => {
        const page = await bench.ports.records.page(kind, ...requests);
        found.push(...page.items.map(({ record }) => kind.idOf(record)));
        return page;
      },
    } as unknown as typeof bench.ports.records;
    await makeReportExpiries({ ...bench.ports, records })(JOB, GO_ON);
    expect([[...new Set(readWhole)], found]).to.deep.equal([['tenant'], ['ends']]);
  });

  it('is told apart by tenant: ids are theirs', async () => {
    const bench = await makeBench();
    await makeReportExpiries(bench.ports)(JOB, GO_ON);
    const expiresAt = addSeconds(START, HOUR);
    const ids = Array.from({ length: 50 }, (_, index) => `rb_${index + 10}`);
    for (const tenantId of [TENANT, FOREIGN])
      await bench.put(
        roleBindingKind,
        ...ids.map((bindingId) => binding({ bindingId, tenantId, expiresAt })),
      );
    bench.clock.advance(2 * HOUR * 1_000);
    await makeReportExpiries(bench.ports)(JOB, GO_ON);
    expect([(await toldOf(bench)).length, (await toldOf(bench, FOREIGN)).length]).to.deep.equal([50, 50]);
  });

  it('is recorded after any time without a worker, and not from before the first one', async () => {
    const bench = await makeBench();
    await bench.put(apiTokenKind, token('long_ago', { expiresAt: addSeconds(START, -HOUR) }), token('ends'));
    await makeReportExpiries(bench.ports)(JOB, GO_ON);
    bench.clock.advance(90 * 24 * HOUR * 1_000);
    await makeReportExpiries(bench.ports)(JOB, GO_ON);
    expect(await namesOf(bench)).to.deep.equal(['api_token.expired ends']);
  });

  it('ends by the thousand at one moment: recorded completely, in small commits, even when killed midway', async () => {
    const bench = await makeBench();
    await makeReportExpiries(bench.ports)(JOB, GO_ON);
    const ids = Array.from({ length: 3_000 }, (_, index) => `t${String(index).padStart(5, '0')}`);
    await bench.put(apiTokenKind, ...ids.map((id) => token(id)));
    bench.clock.advance(2 * HOUR * 1_000);
    let commits = 0;
    let largest = 0;
    const unitOfWork = {
      ...bench.ports.unitOfWork,
      commit: (batch: Parameters<typeof bench.ports.unitOfWork.commit>[0]) => {
        commits += 1;
        largest = Math.max(largest, batch.audit.length);
        if (commits === 20) throw new Error('killed');
        return bench.ports.unitOfWork.commit(batch);
      },
    };
    const killed = makeReportExpiries({ ...bench.ports, unitOfWork })(JOB, GO_ON);
    expect(await killed.catch(String)).to.equal('Error: killed');
    expect((await toldOf(bench)).length).to.equal(19 * 50);
    await makeReportExpiries(bench.ports)(JOB, GO_ON);
    expect(await namesOf(bench)).to.deep.equal(ids.map((id) => `api_token.expired ${id}`));
    expect(largest).to.equal(50);
    const mark = await bench.store.records.get(expiryMarkKind, { installation: true }, 'api_token');
    expect(mark?.record).to.deep.equal({
      source: 'api_token',
      at: addSeconds(START, HOUR),
      id: 't02999',
    });
  });

  it('is not recorded where the trail cannot be written, and is recorded later', async () => {
    const bench = await makeBench();
    await makeReportExpiries(bench.ports)(JOB, GO_ON);
    await bench.put(apiTokenKind, token('ends'));
    bench.clock.advance(2 * HOUR * 1_000);
    const unitOfWork = { ...bench.ports.unitOfWork, commit: () => Promise.reject(new Error('no trail')) };
    const failed = makeReportExpiries({ ...bench.ports, unitOfWork })(JOB, GO_ON);
    expect(await failed.catch(String)).to.equal('Error: no trail');
    expect(await namesOf(bench)).to.deep.equal([]);
    await makeReportExpiries(bench.ports)(JOB, GO_ON);
    expect(await namesOf(bench)).to.deep.equal(['api_token.expired ends']);
  });
});
