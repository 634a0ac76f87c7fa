import { type ExportTrust, type ExportVerdict, ExportVerifier } from '@govgate/domain';
import { expect } from 'chai';
import type { CallContext } from '../call/context.js';
import { answerOf, callerWith, refusalOf } from '../testing/use-case-bench.js';
import { makeExportAuditEvents } from './export-audit-events.js';
import { exportLines } from './export-lines.js';
import { signNow } from './sign-checkpoint.js';
import { ACME, blamed, instant, makeTrailBench, type TrailBench } from './testing/trail-bench.js';

const linesOf = async (bench: TrailBench, span: { from?: string; to?: string } = {}): Promise<string[]> => {
  let text = '';
  for await (const piece of exportLines(bench.ports, { tenantId: ACME, ...span })) text += piece;
  return text.split('\n').slice(0, -1);
};

const verdictOn = (bench: TrailBench, lines: readonly string[], more: ExportTrust = {}): ExportVerdict => {
  const verifier = new ExportVerifier({ keys: [bench.ports.checkpointSigner.publicKey], ...more });
  for (const line of lines) verifier.add(line);
  return verifier.verdict();
};

const spanOf = ({ state, firstSequence, lastSequence }: ExportVerdict) => [
  state,
  firstSequence,
  lastSequence,
];

describe('an export', () => {
  it('ends with a newly signed checkpoint over all of it, and verifies under the key', async () => {
    const bench = makeTrailBench();
    await bench.append(700);
    const lines = await linesOf(bench);
    expect(lines.length).to.equal(701);
    expect(JSON.parse(lines.at(-1) ?? '')).to.deep.include({
      record_type: 'checkpoint',
      before: [],
      after: [],
    });
    expect(lines.slice(0, -1).some((line) => line.includes('record_type'))).to.equal(false);
    expect(spanOf(verdictOn(bench, lines))).to.deep.equal(['verified', 1, 700]);
    expect(bench.kept.reported.map(({ size }) => size)).to.deep.equal([700]);
  });

  it('also verifies in parts, each by itself, and parts adjoining in time adjoin in the chain', async () => {
    const bench = makeTrailBench();
    await bench.append(700);
    await linesOf(bench);
    const cuts = [undefined, 1, 2, 256, 257, 400, 513, 700, undefined];
    for (let i = 0; i + 1 < cuts.length; i += 1) {
      const [from, to] = [cuts[i], cuts[i + 1]];
      const span = {
        ...(from === undefined ? {} : { from: instant(from) }),
        ...(to === undefined ? {} : { to: instant(to) }),
      };
      const lines = await linesOf(bench, span);
      if (from === undefined && to === 1) expect(lines).to.deep.equal([]);
      else expect(spanOf(verdictOn(bench, lines))).to.deep.equal(['verified', from ?? 1, (to ?? 701) - 1]);
    }
  });

  it('starts through an index: far from the first event it reads only a few hundred before', async () => {
    const bench = makeTrailBench();
    await bench.append(3000);
    await signNow(bench.ports, ACME);
    const begun: (number | undefined)[] = [];
    const { auditTrail } = bench.ports;
    const watched = {
      ...auditTrail,
      stored: (tenantId: string, after?: number) => {
        begun.push(after);
        return auditTrail.stored(tenantId, after);
      },
    };
    for (const n of [2000, 2999, 9999])
      for await (const _ of exportLines(
        { ...bench.ports, auditTrail: watched },
        { tenantId: ACME, from: instant(n) },
      ));
    expect(begun).to.deep.equal([1792, 2816, 2816]);
  });

  it('starts a part at the first event of its time, even where clocks disagreed', async () => {
    const bench = makeTrailBench();
    await bench.append(300);
    await bench.append(1, { occurredAt: instant(600) });
    await bench.append(300);
    expect(spanOf(verdictOn(bench, await linesOf(bench, { from: instant(500) })))).to.deep.equal([
      'verified',
      301,
      601,
    ]);
    expect(spanOf(verdictOn(bench, await linesOf(bench, { to: instant(500) })))).to.deep.equal([
      'verified',
      1,
      300,
    ]);
  });

  it('reads times from the hashed text, not from a column beside it', async () => {
    const bench = makeTrailBench();
    await bench.append(20);
    const links = bench.data.chains.get(ACME)?.links ?? [];
    for (const { event } of links.slice(10)) (event as { occurredAt: string }).occurredAt = instant(99_999);
    expect((await linesOf(bench, { to: instant(50) })).length).to.equal(21);
  });

  it('contains the trail as of its start', async () => {
    const bench = makeTrailBench();
    await bench.append(600);
    const lines = exportLines(bench.ports, { tenantId: ACME });
    let text = (await lines.next()).value as string;
    await bench.append(50);
    for await (const piece of lines) text += piece;
    expect(spanOf(verdictOn(bench, text.split('\n').slice(0, -1)))).to.deep.equal(['verified', 1, 600]);
  });

  it('says which events no signature covers, where the trail does not continue what was signed', async () => {
    const bench = makeTrailBench();
    await bench.append(20);
    await signNow(bench.ports, ACME);
    await bench.append(10);
    bench.forge(15, blamed);
    const lines = await linesOf(bench);
    expect(lines.length).to.equal(32);
    expect(JSON.parse(lines[20] ?? '').note).to.contain('govgate/acme\n20\n');
    expect(JSON.parse(lines.at(-1) ?? '')).to.deep.include({
      note: null,
      unsigned: { first_sequence: 21, last_sequence: 30 },
    });
    expect(verdictOn(bench, lines).firstInvalid).to.deep.equal({
      sequence: 20,
      reasonCode: 'checkpoint_mismatch',
      soundUpTo: 0,
    });
  });

  it('does not verify when four approvals are removed and the rest is rechained', async () => {
    const bench = makeTrailBench();
    for (let i = 0; i < 8; i += 1) {
      await bench.append(20);
      await bench.append(1, { eventType: 'mcp_server.approved' });
    }
    await signNow(bench.ports, ACME);
    const genuine = await linesOf(bench);
    let removed = 0;
    bench.forge(1, (event) => {
      if (event.eventType !== 'mcp_server.approved' || removed === 4) return event;
      removed += 1;
      return undefined;
    });
    const forged = await linesOf(bench);
    const events = forged.filter((line) => !line.includes('record_type'));
    expect(events.length).to.equal(164);
    expect(verdictOn(bench, [...events, genuine.at(-1) ?? '']).state).to.equal('broken');
    expect(verdictOn(bench, events).state).to.equal('unsigned');
    expect(verdictOn(bench, forged).state).not.to.equal('verified');
    const note = bench.kept.reported.at(-1)?.note ?? '';
    expect(verdictOn(bench, events, { checkpoints: [note] }).state).to.equal('broken');
  });
});

describe('exporting', () => {
  const auditor = (over: Partial<CallContext> = {}): CallContext => ({
    ...callerWith([{ role: 'auditor', scope: { scopeType: 'tenant' } } as never]),
    ...over,
  });
  const input = { tenantId: ACME };

  it('serves two callers per tenant at a time, however they end', async () => {
    const bench = makeTrailBench();
    await bench.append(600);
    const run = makeExportAuditEvents(bench.ports);
    const start = async () => answerOf(await run(auditor(), input)).stream[Symbol.asyncIterator]();
    const [first, second] = [await start(), await start()];
    expect(refusalOf(await run(auditor(), input))).to.equal('rate_limited');
    // One is never read, as when its caller leaves at once; the other is left in the middle.
    await first.return?.();
    const third = await start();
    await second.next();
    expect(refusalOf(await run(auditor(), input))).to.equal('rate_limited');
    await second.return?.();
    const fourth = await start();
    while (!(await third.next()).done);
    while (!(await fourth.next()).done);
    for (const stream of [await start(), await start()]) await stream.return?.();
  });

  it('releases its turn when the store fails midway', async () => {
    const bench = makeTrailBench();
    await bench.append(600);
    const broken = {
      ...bench.ports,
      auditTrail: {
        ...bench.ports.auditTrail,
        // biome-ignore lint/correctness/useYield: it fails before it gives anything
        async *stored(): AsyncGenerator<never> {
          throw new Error('the store is gone');
        },
      },
    };
    for (let i = 0; i < 3; i += 1) {
      const { stream } = answerOf(await makeExportAuditEvents(broken)(auditor(), input));
      const thrown = await (async () => {
        for await (const _ of stream);
      })().catch((fault: Error) => fault.message);
      expect(thrown).to.equal('the store is gone');
    }
  });

  it('ends when the caller is gone', async () => {
    const bench = makeTrailBench();
    await bench.append(3000);
    await signNow(bench.ports, ACME);
    const stop = { aborted: false };
    const { stream } = answerOf(await makeExportAuditEvents(bench.ports)(auditor({ stop }), input));
    let events = 0;
    for await (const piece of stream) {
      events += piece.split('\n').length - 1;
      stop.aborted = true;
    }
    expect(events).to.be.below(600);
  });
});
