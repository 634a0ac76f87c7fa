import { healthAfterProbe, neverProbed } from '@govgate/domain/internal';
import { mcpServerHealthKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { answerOf, PROD_SCOPE, refusalOf, START } from '../testing/use-case-bench.js';
import { makeReadMcpServerHealth } from './read-mcp-server-health.js';
import { SERVER, ServerBench } from './testing/server-bench.js';

const ELSEWHERE = { ...SERVER, serverId: 'srv_elsewhere' };

describe('the health of a server', () => {
  const unchecked = {
    status: 'unknown',
    routeAvailable: false,
    latencyMs: 0,
    lastCheckedAt: '',
    checkedBy: '',
    failureReason: 'never_checked',
    connectorStatus: 'unknown',
    tag: '1.0',
  } as const;

  it('is unknown while nothing was checked', async () => {
    const bench = await ServerBench.make();
    await bench.registered();
    const read = makeReadMcpServerHealth(bench.ports);
    expect(answerOf(await read(bench.ada, SERVER))).to.deep.equal(unchecked);
    await bench.calls.disable();
    expect(answerOf(await read(bench.ada, SERVER))).to.deep.equal({
      ...unchecked,
      connectorStatus: 'disabled',
      tag: '2.0',
    });
    expect(refusalOf(await read(bench.ada, ELSEWHERE))).to.equal('not_found');
  });

  it('is what the last probe found, until that is three rounds old', async () => {
    const bench = await ServerBench.make();
    await bench.registered();
    const probe = { outcome: 'http_401', latencyMs: 12.4, checkedBy: 'worker' } as const;
    const record = healthAfterProbe(neverProbed({ ...PROD_SCOPE, serverId: 'srv_crm' }), probe, START);
    await bench.bench.put(mcpServerHealthKind, record);
    const read = makeReadMcpServerHealth(bench.ports);
    const found = {
      status: 'healthy',
      routeAvailable: true,
      latencyMs: 12,
      lastCheckedAt: START,
      checkedBy: 'worker',
      failureReason: 'http_401',
      connectorStatus: 'auth_required',
      tag: '1.1',
    };
    expect(answerOf(await read(bench.ada, SERVER))).to.deep.equal(found);
    bench.bench.clock.advance(180_001);
    expect(answerOf(await read(bench.ada, SERVER))).to.deep.equal({
      ...found,
      status: 'unknown',
      routeAvailable: false,
      connectorStatus: 'unknown',
    });
  });
});
