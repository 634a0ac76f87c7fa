/**
 * How fast and how large 10,000 polls of distinct origins are, compared with a bare undici agent doing the same: prints one
 * JSON line for each. Run: `node --import tsx --conditions=@govgate/source <this file> [origins] [rounds]`.
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { Agent, request } from 'undici';
import { makeEgress } from '../make-egress.js';

const CONCURRENCY = 50;
const [mode, givenOrigins = '10000', givenRounds = '4', givenPort = '0'] = process.argv.slice(2);
const origins = Number(givenOrigins);

const urlOf = (i: number, port: number): string =>
  `http://127.${1 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}:${port}/healthz`;

type Poll = (url: string) => Promise<boolean>;

const bare = (): Poll => {
  const agent = new Agent({ keepAliveTimeout: 600_000, keepAliveMaxTimeout: 600_000 });
  return async (url) => {
    const { statusCode, body } = await request(url, { dispatcher: agent });
    await body.dump();
    return statusCode === 200;
  };
};

const guarded = (): Poll => {
  const loopback = ['127.0.0.0/8'];
  const egress = makeEgress({ allowCidrs: loopback, httpCidrs: loopback, keepAliveMs: 600_000 });
  return async (url) => (await egress.request({ url, method: 'GET', limits: { timeoutMs: 5_000 } })).ok;
};

const round = async (poll: Poll, port: number): Promise<number> => {
  let next = 0;
  let failed = 0;
  const runner = async (): Promise<void> => {
    while (next < origins) {
      next += 1;
      if (!(await poll(urlOf(next, port)))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runner));
  return failed;
};

const measure = async (poll: Poll, port: number): Promise<object> => {
  let failed = await round(poll, port);
  const cold = { rssMb: Math.round(process.memoryUsage.rss() / 1e6) };
  const cpu = process.cpuUsage();
  const started = performance.now();
  const rounds = Number(givenRounds);
  for (let i = 0; i < rounds; i += 1) failed += await round(poll, port);
  const { user, system } = process.cpuUsage(cpu);
  const polls = rounds * origins;
  return {
    mode,
    polls,
    failed,
    perSecond: Math.round(polls / ((performance.now() - started) / 1_000)),
    cpuMicros: Math.round((user + system) / polls),
    rssAfterFirstRoundMb: cold.rssMb,
    maxRssMb: Math.round(process.resourceUsage().maxRSS / 1_024),
  };
};

const run = (name: string, port: number): Promise<void> =>
  new Promise((resolve) => {
    fork(process.argv[1] ?? '', [name, givenOrigins, givenRounds, String(port)]).on('exit', () => resolve());
  });

const serve = (): void => {
  const server = createServer((_request, response) => response.end('ok'));
  server.keepAliveTimeout = 600_000;
  server.listen(0, '0.0.0.0', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
  });
};

const compare = async (): Promise<void> => {
  const server = fork(process.argv[1] ?? '', ['serve']);
  const port = await new Promise<number>((resolve) =>
    server.once('message', (said) => resolve(Number(said))),
  );
  for (const name of ['bare', 'guarded', 'bare', 'guarded']) await run(name, port);
  server.kill();
};

if (mode === 'serve') serve();
else if (mode === 'bare' || mode === 'guarded') {
  const result = await measure(mode === 'bare' ? bare() : guarded(), Number(givenPort));
  console.log(JSON.stringify(result));
  process.exit(0);
} else await compare();
