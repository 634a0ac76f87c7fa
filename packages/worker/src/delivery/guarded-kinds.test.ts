import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { DESTINATION_KINDS, type DestinationKind } from '@govgate/domain/internal';
import { expect } from 'chai';
import type { EgressSettings } from '../egress/egress.js';
import { makeEgress } from '../egress/make-egress.js';
import { BLOCKED_ADDRESSES } from '../egress/testing/address-vectors.js';
import { makeTlsDialer } from '../egress/tls-dialer.js';
import { checkOf, eventsFor, kindBench, targetOf } from './testing/kind-bench.js';

const OPEN: Partial<EgressSettings> = { allowCidrs: ['127.0.0.0/8'], httpCidrs: ['127.0.0.0/8'] };

describe('destinations of every kind under the egress guard', () => {
  let inside: Server;
  let connections = 0;

  before(async () => {
    inside = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined).destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  });
  after(() => void inside.close());
  beforeEach(() => {
    connections = 0;
  });

  /** The results of a check and a batch where a destination's name resolves to some addresses. */
  const outcomes = async (
    kind: DestinationKind,
    addresses: readonly string[],
    changes: Partial<EgressSettings> = {},
  ): Promise<string[]> => {
    const lookup = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const settings = { allowCidrs: [], httpCidrs: [], lookup, ...changes };
    const egress = makeEgress(settings);
    const { port } = inside.address() as AddressInfo;
    const endpoint = kind === 'syslog' ? `siem.example:${port}` : `https://siem.example:${port}/in`;
    const bench = kindBench({ egress, dialer: makeTlsDialer(settings), timeoutMs: 5_000 }, endpoint);
    const target = targetOf(kind);
    const [checked, sent] = await Promise.all([
      bench.probe.check(checkOf(target)),
      bench.sender.send({ target, events: eventsFor(kind, 1) }),
    ]);
    bench.close();
    await egress.close();
    return [checked.reasonCode, sent.sent ? 'sent' : sent.reasonCode];
  };

  const blocked = ['ssrf_blocked', 'ssrf_blocked'];

  for (const kind of DESTINATION_KINDS) {
    it(`${kind}: neither a check nor an event is sent to an internal address, alone or among others`, async () => {
      const all = await Promise.all([
        ...BLOCKED_ADDRESSES.map(([address]) => outcomes(kind, [address])),
        outcomes(kind, ['127.0.0.1']),
        outcomes(kind, ['8.8.8.8', '127.0.0.1']),
      ]);
      expect(all).to.deep.equal(all.map(() => blocked));
      expect(connections).to.equal(0);
    }).timeout(60_000);

    it(`${kind}: is caught where the guard is open`, async () => {
      const said = await outcomes(kind, ['127.0.0.1'], OPEN);
      expect(said).not.to.include('ssrf_blocked');
      expect(connections).to.be.at.least(2);
    }).timeout(60_000);
  }
});
