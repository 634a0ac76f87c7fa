import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeAskDns } from './dns-queries.js';
import type { Lookup, ResolvedAddress } from './egress.js';
import { makeHostsFile, parseHosts } from './hosts-file.js';
import { makeNameLookup } from './name-lookup.js';
import { makeSerialQueue } from './serial-queue.js';

const V4: ResolvedAddress = { address: '203.0.114.7', family: 4 };
const nobody: Lookup = async () => [];

describe('looking up a name', () => {
  const requests: string[] = [];
  const system: Lookup = async (hostname) => {
    requests.push(hostname);
    return [V4];
  };
  beforeEach(() => requests.splice(0));

  it('uses the hosts file before anything else', async () => {
    const fixed = { address: '10.1.2.3', family: 4 };
    const find = makeNameLookup({ hosts: async () => [fixed], dns: async () => [V4], system });
    expect([await find('siem.example'), requests]).deep.equal([[fixed], []]);
  });

  it('asks the machine’s own resolver only for names unknown to the name servers', async () => {
    const known = makeNameLookup({ hosts: nobody, dns: async () => [V4], system });
    expect([await known('siem.example'), requests]).deep.equal([[V4], []]);
    const unknown = makeNameLookup({ hosts: nobody, dns: async () => 'no_such_name', system });
    expect([await unknown('siem.monitoring'), await unknown('siem')]).deep.equal([[V4], [V4]]);
    expect(requests).deep.equal(['siem.monitoring', 'siem']);
  });

  it('has one name at a time in the machine’s own resolver, however many hang', async () => {
    const begun: string[] = [];
    const hanging: Lookup = (hostname) => {
      begun.push(hostname);
      return new Promise(() => undefined);
    };
    const find = makeNameLookup({ hosts: nobody, dns: async () => 'no_such_name', system: hanging });
    for (const name of ['a.example', 'b.example', 'c']) find(name).catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun.length).equal(1);
  });

  it('gives up on a name whose servers do not answer, and asks nobody else', async () => {
    const find = makeNameLookup({ hosts: nobody, dns: async () => 'no_answer', system });
    const outcome = await find('hang.example').catch((fault: Error) => fault.message);
    expect([outcome, requests]).deep.equal(['no name server answered in time', []]);
  });
});

describe('the machine’s own resolver', () => {
  it('handles one name at a time, and waiting lookups give up', async () => {
    const lane = makeSerialQueue(20);
    let begun = 0;
    const hang = (): Promise<never> => {
      begun += 1;
      return new Promise(() => undefined);
    };
    const ends = await Promise.all(
      Array.from({ length: 50 }, () => lane(hang).catch((fault: Error) => fault.name)),
    );
    expect([new Set(ends), begun]).deep.equal([new Set(['QueueBusy']), 1]);
  });

  it('continues with the next after an answer and after a failure', async () => {
    const lane = makeSerialQueue(5_000);
    const fail = async (): Promise<never> => {
      throw new Error('no');
    };
    const ends = [lane(async () => 1), lane(fail).catch(() => 2), lane(async () => 3)];
    expect(await Promise.all(ends)).deep.equal([1, 2, 3]);
  });
});

describe('a hosts file', () => {
  it('has an address and names on each line, and comments', () => {
    const text =
      '127.0.0.1 localhost\n::1\tlocalhost ip6-localhost # here\n\n# 1.2.3.4 no\n10.0.0.9 SIEM.example siem\nx y\n';
    expect([...parseHosts(text)]).deep.equal([
      [
        'localhost',
        [
          { address: '127.0.0.1', family: 4 },
          { address: '::1', family: 6 },
        ],
      ],
      ['ip6-localhost', [{ address: '::1', family: 6 }]],
      ['siem.example', [{ address: '10.0.0.9', family: 4 }]],
      ['siem', [{ address: '10.0.0.9', family: 4 }]],
    ]);
  });

  it('answers in any letter case, and contains no names where it is missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'govgate-hosts-'));
    writeFileSync(join(folder, 'hosts'), '10.0.0.9 siem.example\n');
    const find = makeHostsFile(join(folder, 'hosts'));
    expect([await find('SIEM.Example'), await find('other.example')]).deep.equal([
      [{ address: '10.0.0.9', family: 4 }],
      [],
    ]);
    expect(await makeHostsFile(join(folder, 'missing'))('siem.example')).deep.equal([]);
    rmSync(folder, { recursive: true });
  });
});

const [A, AAAA] = [1, 28];
const NO_SUCH_NAME = 3;

interface Question {
  readonly name: string;
  readonly type: number;
  readonly text: Buffer;
}

const questionOf = (message: Buffer): Question => {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), text: message.subarray(12, at + 5) };
};

const reply = (message: Buffer, { text }: Question, code: number, address?: readonly number[]): Buffer => {
  const head = Buffer.alloc(12);
  message.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(address === undefined ? 0 : 1, 6);
  const type = address?.length === 16 ? AAAA : A;
  const answer = [0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, address?.length ?? 0, ...(address ?? [])];
  return Buffer.concat([head, text, ...(address === undefined ? [] : [Buffer.from(answer)])]);
};

describe('asking name servers', () => {
  let server: Socket;
  let questions = 0;
  const ask = () => makeAskDns({ servers: [`127.0.0.1:${server.address().port}`], timeoutMs: 200 });

  before(async () => {
    server = createSocket('udp4', (message, from) => {
      questions += 1;
      const question = questionOf(message);
      const [kind] = question.name.split('.');
      const send = (...rest: [number, (readonly number[])?]) =>
        server.send(reply(message, question, ...rest), from.port, from.address);
      if (kind === 'none') send(NO_SUCH_NAME);
      else if (kind === 'both' && question.type === AAAA)
        send(0, [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 7]);
      else if (kind !== 'hang' && question.type === A) send(0, [203, 0, 114, 7]);
      else if (kind === 'four') send(0);
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  });
  after(() => server.close());

  it('returns the addresses of both families, IPv4 first', async () => {
    const v6 = { address: '2001:db8::7', family: 6 };
    expect([await ask()('both.example'), await ask()('four.example')]).deep.equal([[V4, v6], [V4]]);
  });

  it('waits only briefly for the other family once one has answered', async () => {
    const startedAt = performance.now();
    expect(await makeAskDns({ servers: [`127.0.0.1:${server.address().port}`] })('late.example')).deep.equal([
      V4,
    ]);
    expect(performance.now() - startedAt).to.be.below(2_000);
  });

  it('distinguishes an absent name from servers that do not answer', async () => {
    expect([await ask()('none.example'), await ask()('hang.example')]).deep.equal([
      'no_such_name',
      'no_answer',
    ]);
  });

  it('asks for other names while hundreds hang', async () => {
    const dns = makeAskDns({ servers: [`127.0.0.1:${server.address().port}`], timeoutMs: 500 });
    questions = 0;
    const hanging = Promise.all(Array.from({ length: 300 }, (_, i) => dns(`hang.n${i}.example`)));
    // This many datagrams at once exceed the socket of one server; it leaves unanswered what it has read by then.
    while (questions < 100) await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.race([dns('four.example'), hanging])).deep.equal([V4]);
    expect(new Set(await hanging)).deep.equal(new Set(['no_answer']));
  }).timeout(90_000);
});
