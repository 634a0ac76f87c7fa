import { expect } from 'chai';
import { EVERYTHING, type GatewayBench, startGatewayBench } from '../../testing/gateways/gateway-bench.js';
import { openRawSession, type RawMcpSession } from '../../testing/gateways/raw-mcp-session.js';
import { IS_PROOF, tellProof } from '../../testing/proof-record.js';

const SESSIONS = IS_PROOF ? 500 : 100;
const AT_A_TIME = 25;
const P99_MS = 100;
const NEVER_MS = 10_000;
/** The time of an ordinary call through the gateway on an idle machine; where it takes longer, so may everything. */
const ORDINARY_MS = 10;

/** The result of ending one session. */
interface Ended {
  /** A call before. */
  readonly ordinaryMs: number;
  /** From the answer of `terminate` to the answer of the first call that was denied. */
  readonly deniedAfterMs: number;
  /** Calls that were sent after govgate reported that the plane has applied the end, and succeeded. */
  readonly madeAfterApplied: number;
}

describe('G1: an ended session makes no more calls, at a gateway that waits for the feed', () => {
  let bench: GatewayBench;
  let address: string;

  before(async function () {
    this.timeout(90_000);
    bench = await startGatewayBench();
    const gateway = await bench.startGateway();
    address = `${gateway.url}/mcp/${EVERYTHING}`;
    // The gateway has read policy, registry and feed once it lets a call through.
    const first = await openRawSession(address);
    while ((await first.echo()) !== null);
    await first.end();
  });
  after(() => bench?.stop());

  const endOne = async (session: RawMcpSession): Promise<Ended> => {
    const ordinaryMs = await timeOf(async () => expect(await session.echo()).to.equal(null));
    const ended = await bench.ask(`/v1/sessions/${session.id}/terminate`, { reason_code: 'incident' });
    const applied = appliedAt(ended.json.revocation_id);
    const deniedAfterMs = await timeOf(async () => {
      const until = performance.now() + NEVER_MS;
      while ((await session.echo()) === null) expect(performance.now()).to.be.below(until);
    });
    await applied;
    const again = [await session.echo(), await session.echo()];
    const madeAfterApplied = again.filter((denial) => denial === null).length;
    return { ordinaryMs, deniedAfterMs, madeAfterApplied };
  };

  const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await run();
    return performance.now() - startedAt;
  };

  /** Waits until govgate reports that every plane has applied a revocation. */
  const appliedAt = async (revocationId: string): Promise<void> => {
    const { json } = await bench.ask(`/v1/revocations/${revocationId}?wait=10`);
    expect(json.planes.complete).to.equal(true);
  };

  it(`denies within ${P99_MS} ms in 99 of 100 cases, over ${SESSIONS} sessions, and lets nothing through once it was applied`, async function () {
    this.timeout(180_000);
    const all: Ended[] = [];
    while (all.length < SESSIONS) {
      const open = Array.from({ length: AT_A_TIME }, () => openRawSession(address));
      for (const session of await Promise.all(open)) {
        all.push(await endOne(session));
        await session.end();
      }
    }
    const denials = all.map(({ deniedAfterMs }) => deniedAfterMs);
    const ordinary = all.map(({ ordinaryMs }) => ordinaryMs);
    const told = (times: readonly number[]): string =>
      `p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`;
    const measured = `denied after ${told(denials)}; an ordinary call took ${told(ordinary)}`;
    const broken = all.reduce((sum, { madeAfterApplied }) => sum + madeAfterApplied, 0);
    const what = 'calls of ended sessions that were made after the plane had applied the end';
    tellProof({ id: 'G1', what, trials: all.length * 2, broken, measured });
    expect(broken).to.equal(0);
    // Whatever else the machine does, the feed itself delays nothing.
    expect(at(denials, 0.5) - at(ordinary, 0.5), measured).to.be.below(P99_MS / 2);
    const slowness = Math.max(1, at(ordinary, 0.99) / ORDINARY_MS);
    expect(at(denials, 0.99), measured).to.be.below(P99_MS * slowness);
  });
});

const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * share) - 1] as number;
