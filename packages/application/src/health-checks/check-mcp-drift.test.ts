import { instantOf, type ReadOutcome, sha256Hex } from '@govgate/domain';
import type { LiveReading, ToolDefinition } from '@govgate/domain/internal';
import { mcpServerKind, mcpServerReadingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeApproveMcpSubmission } from '../mcp-servers/approve-mcp-submission.js';
import { makeRunReadRequest } from '../mcp-servers/live-reading.js';
import { makeReadMcpServer } from '../mcp-servers/read-mcp-server.js';
import { makeReadMcpServerActivity } from '../mcp-servers/read-mcp-server-activity.js';
import { makeReadMcpTools } from '../mcp-servers/read-mcp-tools.js';
import { SERVER, ServerBench } from '../mcp-servers/testing/server-bench.js';
import { answerOf, PROD_SCOPE } from '../testing/use-case-bench.js';
import { makeCheckMcpDrift } from './check-mcp-drift.js';
import { makeProbeMcpServers } from './probe-mcp-servers.js';

const ROUND = {
  job: 'check_mcp_drift',
  jobId: 'round_1',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};
const GO_ON = { aborted: false };

const tool = (name: string, description = `The ${name} tool`): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object' },
});
const TOOLS = [tool('delete'), tool('search')];
const CHANGED = [tool('delete'), tool('search', 'Another one')];

/** A live server that answers as it is set to, and a registry that approved its first state. */
class DriftBench {
  says: ReadOutcome = { read: true, reading: { tools: TOOLS } };
  reads = 0;
  /** What happens while the server is read. */
  meanwhile: () => Promise<unknown> = async () => undefined;

  private constructor(readonly bench: ServerBench) {}

  static async make(): Promise<DriftBench> {
    const bench = new DriftBench(await ServerBench.make());
    await bench.bench.calls.register();
    await bench.readTools();
    return bench;
  }

  get ports() {
    const { ports } = this.bench;
    const run = makeRunReadRequest({ ...ports, mcpProbe: this.probe });
    const jobQueue = {
      ...ports.jobQueue,
      enqueue: (job: Parameters<typeof run>[0]) => run(job, GO_ON),
      hasWorker: async () => true,
    };
    return { ...ports, jobQueue };
  }

  readonly probe = {
    read: async () => {
      this.reads += 1;
      await this.meanwhile();
      return this.says;
    },
  };

  /** Reads the server, and lets eve approve all of it. */
  async readTools(): Promise<void> {
    const view = answerOf(await makeReadMcpTools(this.ports)(this.bench.ada, SERVER));
    const { submissionId, manifestHash } = view.summary;
    answerOf(
      await makeApproveMcpSubmission(this.ports)(this.bench.eve, {
        ...SERVER,
        submissionId,
        manifestHash,
        toolReviews: view.manifest.tools.map(({ toolId }) => ({ toolId })),
        reasonCode: 'reviewed',
      }),
    );
  }

  say(reading: Partial<LiveReading>): void {
    this.says = { read: true, reading: { tools: TOOLS, ...reading } };
  }

  look(ports = this.bench.ports): Promise<void> {
    return makeCheckMcpDrift({ ...ports, mcpProbe: this.probe, random: () => 0 })(ROUND, GO_ON);
  }

  /** The next look that is due. */
  later(): Promise<void> {
    this.bench.bench.clock.advance(240_000);
    return this.look();
  }

  async feed() {
    const items = await this.bench.ports.revocations.after(PROD_SCOPE, 0, 100);
    return items.map(({ subjectType, subjectId, reasonCode, revocationId, lifts }) => ({
      subjectType,
      subjectId,
      reasonCode,
      revocationId,
      lifts,
    }));
  }

  async told() {
    const { items } = await this.bench.ports.auditTrail.page(PROD_SCOPE.tenantId, {
      filter: {},
      direction: 'asc',
      limit: 100,
    });
    return items.flatMap(({ eventType, changedFields, relatedIds, actor }) =>
      eventType.startsWith('mcp_server.drift') ? [[eventType, changedFields, relatedIds, actor.actorId]] : [],
    );
  }

  async server() {
    return answerOf(await makeReadMcpServer(this.bench.ports)(this.bench.ada, SERVER));
  }
}

const statuses = async (bench: DriftBench) =>
  (await bench.server()).manifest?.tools.map(({ toolId, gatewayStatus }) => [toolId, gatewayStatus]);

describe('the look at live MCP servers', () => {
  it('reports nothing about a server that is as approved, and looks again when it is due', async () => {
    const bench = await DriftBench.make();
    const before = bench.reads;
    for (let i = 0; i < 3; i += 1) await bench.look();
    expect(bench.reads - before).to.equal(1);
    await bench.later();
    expect([bench.reads - before, await bench.feed(), await bench.told()]).to.deep.equal([2, [], []]);
    const { liveReading } = await bench.server();
    expect(liveReading).to.deep.equal({
      readAt: instantOf(bench.bench.bench.clock.epochMs()),
      failureReason: '',
    });
  });

  it('revokes a tool with a changed text and records it in the same commit, once', async () => {
    const bench = await DriftBench.make();
    bench.say({ tools: CHANGED });
    await bench.look();
    for (let i = 0; i < 3; i += 1) await bench.later();
    const [entry, ...others] = await bench.feed();
    expect([entry, others]).to.deep.equal([
      {
        subjectType: 'mcp_tool',
        subjectId: 'srv_crm/search',
        reasonCode: 'tool_drift_detected',
        revocationId: entry?.revocationId,
        lifts: undefined,
      },
      [],
    ]);
    expect(await bench.told()).to.deep.equal([
      ['mcp_server.drift_detected', ['description'], ['srv_crm/search', entry?.revocationId], 'worker'],
    ]);
    expect(await statuses(bench)).to.deep.equal([
      ['delete', 'approved'],
      ['search', 'changed'],
    ]);
    const { events } = answerOf(await makeReadMcpServerActivity(bench.bench.ports)(bench.bench.ada, SERVER));
    expect(
      events.flatMap(({ eventType, status, reason }) =>
        eventType.startsWith('tool_') ? [[eventType, status, reason]] : [],
      ),
    ).to.deep.equal([['tool_drift_detected', 'changed', 'search: description']]);
  });

  it('lifts the revocation of a tool that is as approved again and records it, once', async () => {
    const bench = await DriftBench.make();
    bench.say({ tools: CHANGED });
    await bench.look();
    bench.say({ tools: TOOLS });
    for (let i = 0; i < 3; i += 1) await bench.later();
    const [revoked, lift, ...others] = await bench.feed();
    expect([lift?.subjectId, lift?.lifts, lift?.reasonCode, others]).to.deep.equal([
      'srv_crm/search',
      revoked?.revocationId,
      'tool_drift_resolved',
      [],
    ]);
    expect((await bench.told()).map(([eventType]) => eventType)).to.deep.equal([
      'mcp_server.drift_detected',
      'mcp_server.drift_resolved',
    ]);
    expect(await statuses(bench)).to.deep.equal([
      ['delete', 'approved'],
      ['search', 'approved'],
    ]);
  });

  it('lifts the revocation with the approval of what the tool says now', async () => {
    const bench = await DriftBench.make();
    bench.say({ tools: CHANGED });
    await bench.look();
    await bench.readTools();
    const [revoked, lift] = await bench.feed();
    expect([lift?.lifts, lift?.reasonCode]).to.deep.equal([revoked?.revocationId, 'definition_approved']);
    await bench.look();
    expect([(await bench.feed()).length, (await bench.told()).length]).to.deep.equal([2, 1]);
  });

  it('reports a server that hides its tools at once, revokes them after the grace, and restores them', async () => {
    const bench = await DriftBench.make();
    const { clock } = bench.bench.bench;
    bench.says = { read: false, because: 'http_403' };
    await bench.look();
    expect([await bench.feed(), await bench.told()]).to.deep.equal([
      [],
      [['mcp_server.drift_detected', ['tools'], ['srv_crm/delete', 'srv_crm/search'], 'worker']],
    ]);
    const { driftedTools, liveReading } = await bench.server();
    expect([
      liveReading?.failureReason,
      driftedTools.map(({ failureReason }) => failureReason),
    ]).to.deep.equal(['http_403', ['http_403', 'http_403']]);
    // The round that comes after the grace does not wait until the server is due.
    clock.advance(899_000);
    await bench.look();
    expect(await bench.feed()).to.deep.equal([]);
    clock.advance(1_000);
    await bench.look();
    const revoked = await bench.feed();
    expect(revoked.map(({ subjectId, reasonCode }) => [subjectId, reasonCode])).to.deep.equal([
      ['srv_crm/delete', 'tool_unverified'],
      ['srv_crm/search', 'tool_unverified'],
    ]);
    expect(await statuses(bench)).to.deep.equal([
      ['delete', 'unverified'],
      ['search', 'unverified'],
    ]);
    bench.say({ tools: TOOLS });
    await bench.later();
    expect((await bench.feed()).slice(2).map(({ lifts, reasonCode }) => [lifts, reasonCode])).to.deep.equal(
      revoked.map(({ revocationId }) => [revocationId, 'tool_drift_resolved']),
    );
    expect(await statuses(bench)).to.deep.equal([
      ['delete', 'approved'],
      ['search', 'approved'],
    ]);
  });

  it('tells in one event that a server shows its tools again', async () => {
    const bench = await DriftBench.make();
    bench.say({ tools: [] });
    await bench.look();
    bench.say({ tools: TOOLS });
    await bench.later();
    expect([
      await bench.feed(),
      (await bench.told()).map(([eventType, fields]) => [eventType, fields]),
    ]).to.deep.equal([
      [],
      [
        ['mcp_server.drift_detected', ['tools']],
        ['mcp_server.drift_resolved', ['tools']],
      ],
    ]);
  });

  it('gives a tool that was hidden and comes back changed no second revocation', async () => {
    const bench = await DriftBench.make();
    bench.says = { read: false, because: 'http_403' };
    await bench.look();
    bench.bench.bench.clock.advance(900_000);
    await bench.look();
    bench.say({ tools: CHANGED });
    await bench.later();
    const feed = await bench.feed();
    expect(feed.map(({ subjectId, reasonCode }) => [subjectId, reasonCode])).to.deep.equal([
      ['srv_crm/delete', 'tool_unverified'],
      ['srv_crm/search', 'tool_unverified'],
      ['srv_crm/delete', 'tool_drift_resolved'],
    ]);
    bench.say({ tools: TOOLS });
    await bench.later();
    expect((await bench.feed()).at(-1)?.lifts).to.equal(feed[1]?.revocationId);
  });

  it('notices a drift within five minutes, whatever the jitter', async () => {
    for (const chance of [0, 0.999]) {
      const bench = await DriftBench.make();
      const look = makeCheckMcpDrift({ ...bench.bench.ports, mcpProbe: bench.probe, random: () => chance });
      await look(ROUND, GO_ON);
      bench.say({ tools: CHANGED });
      const began = bench.bench.bench.clock.epochMs();
      // The schedule's own rounds, each as late as its jitter lets it be.
      while ((await bench.feed()).length === 0) {
        bench.bench.bench.clock.advance(33_000);
        await look(ROUND, GO_ON);
      }
      expect(bench.bench.bench.clock.epochMs() - began).to.be.at.most(300_000 - 30_000);
    }
  });

  it('is done by one of several processes at a time', async () => {
    const bench = await DriftBench.make();
    bench.say({ tools: CHANGED });
    const before = bench.reads;
    bench.meanwhile = () => new Promise((resolve) => setImmediate(resolve));
    await Promise.all([bench.look(), bench.look(), bench.look()]);
    expect([bench.reads - before, (await bench.feed()).length, (await bench.told()).length]).to.deep.equal([
      1, 1, 1,
    ]);
  });

  it('is done by another process when the one that began it died, and what that one saw is discarded', async () => {
    const bench = await DriftBench.make();
    let goOn: () => void = () => undefined;
    bench.say({ tools: CHANGED });
    bench.meanwhile = () =>
      new Promise((resolve) => {
        goOn = () => resolve(undefined);
      });
    // It saw the drift, and is delayed for so long that it counts as dead.
    const slow = makeCheckMcpDrift({
      ...bench.bench.ports,
      mcpProbe: {
        read: async () => {
          const seen = bench.says;
          await bench.meanwhile();
          return seen;
        },
      },
    })(ROUND, GO_ON);
    await new Promise((resolve) => setImmediate(resolve));
    bench.meanwhile = async () => undefined;
    await bench.look();
    expect(await bench.feed()).to.deep.equal([]);
    bench.bench.bench.clock.advance(60_001);
    bench.say({ tools: TOOLS });
    await bench.look();
    goOn();
    await slow;
    expect([await bench.feed(), await bench.told()]).to.deep.equal([[], []]);
  });

  it('writes nothing when the commit fails, and notices the same at the next look', async () => {
    const bench = await DriftBench.make();
    bench.say({ tools: CHANGED });
    const { unitOfWork } = bench.bench.ports;
    const refusing = {
      ...unitOfWork,
      observe: unitOfWork.observe.bind(unitOfWork),
      commit: () => Promise.reject(new Error('killed')),
    };
    const failed = await bench
      .look({ ...bench.bench.ports, unitOfWork: refusing as typeof unitOfWork })
      .then(() => 'done', String);
    expect([failed, await bench.feed(), await bench.told()]).to.deep.equal(['Error: killed', [], []]);
    bench.bench.bench.clock.advance(60_001);
    await bench.look();
    expect([(await bench.feed()).length, (await bench.told()).length]).to.deep.equal([1, 1]);
  });

  it('looks at every server, however one of them fails', async () => {
    const bench = await DriftBench.make();
    const stored = await bench.bench.ports.records.get(mcpServerKind, PROD_SCOPE, 'srv_crm');
    if (stored === undefined) throw new Error('not there');
    await bench.bench.bench.put(mcpServerKind, { ...stored.record, serverId: 'srv_other' });
    let asked = 0;
    const read = async (): Promise<ReadOutcome> => {
      asked += 1;
      throw new Error('odd');
    };
    const look = makeCheckMcpDrift({ ...bench.bench.ports, mcpProbe: { read } });
    expect([await look(ROUND, GO_ON).then(() => 'done', String), asked]).to.deep.equal(['Error: odd', 2]);
  });

  it('ignores disabled servers and unapproved ones', async () => {
    const bench = await DriftBench.make();
    await bench.bench.calls.disable();
    const before = bench.reads;
    await bench.look();
    expect(bench.reads).to.equal(before);
    const fresh = await ServerBench.make();
    await fresh.calls.register();
    await makeCheckMcpDrift({ ...fresh.ports, mcpProbe: bench.probe })(ROUND, GO_ON);
    expect(bench.reads).to.equal(before);
  });

  it('happens at once when an unreachable server is back', async () => {
    const bench = await DriftBench.make();
    await bench.look();
    const before = bench.reads;
    const outcomes = ['timeout', 'ok'] as const;
    for (const outcome of outcomes) {
      const probe = async () => ({ outcome, latencyMs: 1, protocolVersion: null });
      await makeProbeMcpServers({ ...bench.bench.ports, mcpProbe: { probe } })(
        { ...ROUND, job: 'probe_mcp_servers' },
        GO_ON,
      );
      bench.bench.bench.clock.advance(1_000);
      await bench.look();
      expect(bench.reads - before).to.equal(outcome === 'ok' ? 1 : 0);
    }
  });

  it('commits many at a time until nothing is left', async () => {
    const bench = await DriftBench.make();
    const many = Array.from({ length: 250 }, (_, at) => tool(`t${at}`));
    bench.say({ tools: many });
    await bench.readTools();
    bench.say({ tools: many.map((one) => ({ ...one, description: 'Other' })) });
    await bench.look();
    const feed = await bench.bench.ports.revocations.after(PROD_SCOPE, 0, 1_000);
    expect([feed.length, new Set(feed.map(({ subjectId }) => subjectId)).size]).to.deep.equal([250, 250]);
    const stored = await bench.bench.ports.records.get(mcpServerReadingKind, PROD_SCOPE, 'srv_crm');
    expect(stored?.record.claimedUntil).to.equal('');
  });

  it('delays no tenant because another one’s servers hang', async () => {
    const bench = await DriftBench.make();
    const stored = await bench.bench.ports.records.get(mcpServerKind, PROD_SCOPE, 'srv_crm');
    const live = await bench.server();
    if (stored === undefined || live.liveSnapshot === null) throw new Error('not live');
    const hanging = Array.from({ length: 60 }, (_, at) => ({ ...stored.record, serverId: `hangs_${at}` }));
    await bench.bench.bench.put(mcpServerKind, ...hanging);
    let [underWay, most] = [0, 0];
    const mcpProbe = {
      read: async (): Promise<ReadOutcome> => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
        return { read: false, because: 'timeout' };
      },
    };
    await makeCheckMcpDrift({ ...bench.bench.ports, mcpProbe, hash: sha256Hex })(ROUND, GO_ON);
    expect(most).to.equal(8);
  });
});
