import { instantOf } from '@govgate/domain';
import { dataPlaneObservationKind } from '@govgate/ports';
import { expect } from 'chai';
import { answerOf, type Bench, PROD_SCOPE, refusalOf } from '../testing/use-case-bench.js';
import { makeReportPlaneHealth } from '../timed-events/report-plane-health.js';
import { makeReadHealthHistory } from './read-health-history.js';
import { observationOf, planeBench, planeOf } from './testing/planes.js';

const JOB = {
  job: 'report_plane_health',
  jobId: 'x',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};

const round = (bench: Bench) => makeReportPlaneHealth(bench.ports)(JOB, { aborted: false });

/** A plane that fell silent in two steps and was heard again, beside one that always was. */
const benchWithHistory = async () => {
  const bench = await planeBench(['dp_1', 'dp_2'].map((id) => [planeOf(id), observationOf(id)] as const));
  const times: string[] = [];
  const beat = (id: string) =>
    bench.put(dataPlaneObservationKind, observationOf(id, { lastSeenAt: instantOf(bench.clock.epochMs()) }));
  await round(bench);
  for (const ms of [60_000, 100_000]) {
    bench.clock.advance(ms);
    await beat('dp_2');
    await round(bench);
    times.push(bench.clock.now());
  }
  await beat('dp_1');
  await round(bench);
  times.push(bench.clock.now());
  await bench.grant('bob', 'viewer');
  return { bench, times };
};

const request = { scope: PROD_SCOPE, dataPlaneId: 'dp_1', limit: 50 };

describe('the history of a data plane’s health', () => {
  it('tells when its readiness changed, newest first', async () => {
    const { bench, times } = await benchWithHistory();
    const read = makeReadHealthHistory(bench.ports);
    const history = answerOf(await read(await bench.as('bob'), request));
    const items = history.items.map(({ auditEventId, ...item }) => {
      expect(auditEventId).to.match(/^evt_/);
      return item;
    });
    expect({ ...history, items }).to.deep.equal({
      schemaVersion: '1.0',
      dataPlaneId: 'dp_1',
      items: [
        { occurredAt: times[2], fromStatus: 'unhealthy', toStatus: 'healthy', reasonCode: 'ok' },
        { occurredAt: times[1], fromStatus: 'degraded', toStatus: 'unhealthy', reasonCode: 'heartbeat_lost' },
        { occurredAt: times[0], fromStatus: 'healthy', toStatus: 'degraded', reasonCode: 'heartbeat_late' },
      ],
      more: false,
    });
    const newest = answerOf(await read(await bench.as('bob'), { ...request, limit: 1 }));
    expect([newest.items.map(({ toStatus }) => toStatus), newest.more]).to.deep.equal([['healthy'], true]);
    const other = answerOf(await read(await bench.as('bob'), { ...request, dataPlaneId: 'dp_2' }));
    expect(other.items).to.deep.equal([]);
  });

  it('is for those who may read the plane', async () => {
    const { bench } = await benchWithHistory();
    const read = makeReadHealthHistory(bench.ports);
    await bench.grant('eve', 'policy_admin', { scopeType: 'environment', environmentId: 'staging' });
    expect(refusalOf(await read(await bench.as('eve'), request))).to.equal('not_found');
    expect(refusalOf(await read(await bench.as('bob'), { ...request, dataPlaneId: 'dp_none' }))).to.equal(
      'not_found',
    );
  });
});
