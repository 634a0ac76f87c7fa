import { expect } from 'chai';
import { describeWithReceiver } from '../../../../tools/test-services/receivers/describe-with-receiver.js';
import {
  type ReceiverCertificate,
  type StartSyslog,
  type SyslogReceiver,
  startRsyslog,
  startSyslogNg,
} from '../../../../tools/test-services/receivers/syslog-receiver.js';
import { makeTestAuthority } from '../../../../tools/test-services/receivers/test-authority.js';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { makeTlsDialer } from '../egress/tls-dialer.js';
import { checkOf, eventsOf, kindBench, targetOf } from './testing/kind-bench.js';

const HOSTILE = 'two\nlines | pipe = equals \\ and €\u202E 118 <110>1 forged';
const SYSLOG = targetOf('syslog', { tokenSecretRef: null });

interface SyslogBench {
  readonly receiver: SyslogReceiver;
  readonly authorities: string;
  readonly stranger: string;
}

const provide = async (start: StartSyslog): Promise<SyslogBench | undefined> => {
  const authority = makeTestAuthority();
  const other = makeTestAuthority();
  if (authority === undefined || other === undefined) return undefined;
  const { key, cert } = authority.issue('DNS:siem.example');
  const certificate: ReceiverCertificate = { key, cert, authority: authority.authorities };
  const receiver = await start(certificate);
  const world = { authorities: authority.authorities, stranger: other.authorities };
  authority.remove();
  other.remove();
  return receiver === undefined ? undefined : { ...world, receiver };
};

const eventually = async <T>(read: () => T, holds: (value: T) => boolean): Promise<T> => {
  for (let tries = 0; tries < 100 && !holds(read()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return read();
};

for (const [name, start] of [
  ['rsyslog', startRsyslog],
  ['syslog-ng', startSyslogNg],
] as const) {
  const need = `Debian's ${name}`;
  const release = ({ receiver }: SyslogBench) => receiver.dispose();
  describeWithReceiver(
    `${name} over TLS`,
    need,
    () => provide(start),
    release,
    (world) => {
      const egress = makeEgress(LOOPBACK);
      after(() => egress.close());

      const bench = (host: string, authorities: string) => {
        const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
        const dialer = makeTlsDialer({ ...LOOPBACK, lookup, authorities });
        return kindBench(
          { egress, dialer, timeoutMs: 5_000, settleMs: 100 },
          `${host}:${world().receiver.port}`,
        );
      };

      it('accepts a check', async () => {
        const { probe } = bench('siem.example', world().authorities);
        expect((await probe.check(checkOf(SYSLOG))).reasonCode).to.equal('delivered');
        const lines = await eventually(world().receiver.messages, (all) =>
          all.some((one) => one.includes('evt_1 ')),
        );
        const line = lines.find((one) => one.includes('evt_1 '));
        expect(line).to.match(/^govgate siem_webhook\.test /);
        expect(line).to.include('CEF:0|govgate|govgate|1.0|siem_webhook.test|Destination check|1|');
      });

      it('accepts events as one message each, whatever their texts contain, in order', async () => {
        const { sender, close } = bench('tls://siem.example', world().authorities);
        const events = eventsOf(300, HOSTILE);
        const first = await sender.send({ target: SYSLOG, events: events.slice(0, 100) });
        const behind = first.sent ? first.settling : undefined;
        const outcomes = [first, await sender.send({ target: SYSLOG, events: events.slice(100), behind })];
        const settled = await Promise.all(outcomes.map((one) => one.sent && one.settling?.done));
        close();
        expect(settled).to.deep.equal(['delivered', 'delivered']);
        expect(outcomes.map((outcome) => outcome.sent && outcome.items.length)).to.deep.equal([100, 200]);
        const reported = await eventually(
          () =>
            world()
              .receiver.messages()
              .filter((one) => one.includes('policy.published')),
          (lines) => lines.length >= 300,
        );
        expect(reported.map((one) => /externalId=(\S+)/.exec(one)?.[1])).to.deep.equal(
          events.map(({ event }) => event.auditEventId),
        );
        expect(reported[0]).to.include('msg=two\\nlines | pipe \\= equals \\\\ and €');
      });

      it('is refused under another name and under an untrusted authority', async () => {
        const outcomes = await Promise.all([
          bench('other.example', world().authorities).probe.check(checkOf(SYSLOG)),
          bench('siem.example', world().stranger).probe.check(checkOf(SYSLOG)),
        ]);
        expect(outcomes.map(({ reasonCode }) => reasonCode)).to.deep.equal(['tls_error', 'tls_error']);
      });

      it('is reported as away while it is down, and gets the same events when it is back', async () => {
        const { sender, close } = bench('siem.example', world().authorities);
        const batch = { target: SYSLOG, events: eventsOf(3, 'after a restart') };
        await sender.send({ target: SYSLOG, events: eventsOf(1, 'before') });
        await world().receiver.service.kill();
        const away = await sender.send(batch);
        await world().receiver.service.start();
        const back = await sender.send(batch);
        close();
        expect([away.sent ? 'sent' : away.verdict, back.sent]).to.deep.equal(['retry', true]);
        const reported = await eventually(
          () =>
            world()
              .receiver.messages()
              .filter((one) => one.includes('after a restart')),
          (lines) => lines.length >= 3,
        );
        expect(reported.length).to.be.at.least(3);
      });
    },
  );
}
