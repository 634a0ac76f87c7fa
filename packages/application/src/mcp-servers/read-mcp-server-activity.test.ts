import type { McpServerChange } from '@govgate/domain';
import { mcpServerChangeKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { answerOf, PROD_SCOPE, refusalOf } from '../testing/use-case-bench.js';
import { MAX_ACTIVITY_EVENTS, makeReadMcpServerActivity } from './read-mcp-server-activity.js';
import { SERVER, ServerBench } from './testing/server-bench.js';

describe('the activity of a server', () => {
  it('lists submissions, reviews and switches, newest first', async () => {
    const bench = await ServerBench.make();
    const tick = () => bench.bench.clock.advance(1000);
    const first = await bench.registered();
    tick();
    await bench.calls.approve(first);
    tick();
    await bench.calls.disable();
    tick();
    await bench.calls.disable();
    await bench.calls.enable();
    tick();
    await bench.calls.deprecate();
    const feed = answerOf(await makeReadMcpServerActivity(bench.ports)(bench.ada, SERVER));
    expect([feed.schemaVersion, feed.serverId]).to.deep.equal(['1.0', 'srv_crm']);
    expect(feed.events.map(({ eventType }) => eventType)).to.deep.equal([
      'deprecation_submitted',
      'enabled',
      'disabled',
      'snapshot_activated',
      'submission_approved',
      'submission_created',
    ]);
    const disabled = feed.events[2];
    expect(disabled).to.deep.equal({
      eventId: disabled?.eventId,
      eventType: 'disabled',
      actorId: 'ada',
      snapshotId: 'snap_00000001',
      reasonCode: 'incident',
      occurredAt: '2026-03-01T12:00:02.000Z',
    });
    const trail = await bench.bench.store.auditTrail.page('acme', {
      filter: { eventType: 'mcp_server.disabled' },
      direction: 'asc',
      limit: 5,
    });
    expect(trail.items.map(({ auditEventId }) => auditEventId)).to.deep.equal([disabled?.eventId]);
  });

  it('goes back a thousand events', async () => {
    const bench = await ServerBench.make();
    await bench.registered();
    bench.bench.clock.advance(1000);
    const changes = Array.from(
      { length: MAX_ACTIVITY_EVENTS + 5 },
      (_, index): McpServerChange => ({
        ...PROD_SCOPE,
        changeId: `chg_${String(index).padStart(5, '0')}`,
        serverId: 'srv_crm',
        eventType: 'health_changed',
        actorId: null,
        occurredAt: bench.bench.clock.now(),
        snapshotId: null,
        status: 'healthy',
        reasonCode: null,
        reason: null,
      }),
    );
    await bench.ports.unitOfWork.observe(
      changes.map((record) => ({ kind: mcpServerChangeKind, record, expectedVersion: null })),
    );
    const feed = answerOf(await makeReadMcpServerActivity(bench.ports)(bench.ada, SERVER));
    expect(feed.events).to.have.length(MAX_ACTIVITY_EVENTS);
    expect(new Set(feed.events.map(({ eventType }) => eventType))).to.deep.equal(new Set(['health_changed']));
  });

  it('is as absent as its server', async () => {
    const bench = await ServerBench.make();
    expect(refusalOf(await makeReadMcpServerActivity(bench.ports)(bench.ada, SERVER))).to.equal('not_found');
  });
});
