import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import Koa from 'koa';
import { createConsole } from './create-console.js';

const SCRIPT =
  'import{a}from"./chunk-GH78.js";import"./chunk-IJ90.js";console.log(a,import("./chunk-KL12.js"),\'from"./gone.js"\');';

describe('createConsole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-console-'));
  let server: Server;
  let url: string;

  before((done) => {
    writeFileSync(join(folder, 'main-AB12.js'), SCRIPT);
    writeFileSync(join(folder, 'style-CD34.css'), ':root{}');
    for (const chunk of ['GH78', 'IJ90', 'KL12']) writeFileSync(join(folder, `chunk-${chunk}.js`), '');
    for (const font of ['TextVF-MN345678', 'TextVF-Italic-OP345678', 'DisplayVF-QR345678', 'MonoVF-ST345678'])
      writeFileSync(join(folder, `RedHat${font}.woff2`), '');
    writeFileSync(join(folder, 'icon-EF56.svg'), '<svg/>');
    writeFileSync(join(folder, 'secret.txt'), 'not to be served');
    const app = new Koa();
    app.use(
      createConsole({
        folder: pathToFileURL(`${folder}/`),
        oidc: { issuer: 'https://issuer.example/realm', clientId: 'console', scope: 'openid' },
        redeem: (code) => (code === 'right' ? 'a-token' : undefined),
      }),
    );
    app.use(createConsole({ path: '/plain', folder: pathToFileURL(`${folder}/`) }));
    app.use((ctx) => {
      ctx.status = 404;
      ctx.body = 'somebody else';
    });
    server = createServer(app.callback()).listen(0, '127.0.0.1', done);
  });
  before(() => {
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('answers the page for every address below its path, with file addresses that fit each depth', async () => {
    for (const [path, up] of [
      ['/console/', ''],
      ['/console/sessions', ''],
      ['/console/sessions/ses_1', '../'],
      ['/console/mcp-servers/srv_1/submissions/sub_1', '../../../'],
    ] as const) {
      const answer = await fetch(url + path);
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([
        200,
        'text/html; charset=utf-8',
      ]);
      const loaded = [...(await answer.text()).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, file]) => file);
      expect(loaded).to.deep.equal([
        `${up}assets/icon-EF56.svg`,
        `${up}assets/style-CD34.css`,
        // What the script and its first view cannot do without is loaded together with it.
        `${up}assets/chunk-GH78.js`,
        `${up}assets/chunk-IJ90.js`,
        `${up}assets/RedHatDisplayVF-QR345678.woff2`,
        `${up}assets/RedHatTextVF-MN345678.woff2`,
        `${up}assets/main-AB12.js`,
      ]);
    }
  });

  it('says what the page may do on each of its answers', async () => {
    for (const path of ['/console', '/console/', '/console/assets/main-AB12.js']) {
      const { headers } = await fetch(url + path, { redirect: 'manual' });
      expect(headers.get('content-security-policy')).to.equal(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' https://issuer.example; img-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
      expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).to.deep.equal([
        'nosniff',
        'no-referrer',
      ]);
    }
  });

  it('lets files be cached forever, because their names change with them, and the page be revalidated', async () => {
    const file = await fetch(`${url}/console/assets/main-AB12.js`);
    expect([file.headers.get('cache-control'), file.headers.get('content-encoding')]).to.deep.equal([
      'public, max-age=31536000, immutable',
      'gzip',
    ]);
    expect(await file.text()).to.equal(SCRIPT);
    const page = await fetch(`${url}/console/`);
    expect(page.headers.get('cache-control')).to.equal('no-cache');
    const etag = page.headers.get('etag') ?? '';
    const again = await fetch(`${url}/console/`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).to.deep.equal([304, '']);
  });

  it('sends its folder as its address, wherever a proxy has put it', async () => {
    const answer = await fetch(`${url}/console`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([308, 'console/']);
  });

  it('serves nothing but what was built, whatever an address says', async () => {
    for (const path of [
      '/console/assets/secret.txt',
      '/console/assets/..%2fmain-AB12.js',
      '/console/assets/../assets/../../secret.txt',
      '/console/assets/%2e%2e/%2e%2e/etc/passwd',
      '/console/assets/',
      '/consoles/',
      '/console/1/2/3/4/5/6/7/8/9/10',
    ]) {
      expect(await rawBody(url, path), path).to.equal('somebody else');
    }
  });

  it('is read-only', async () => {
    const answer = await fetch(`${url}/console/`, { method: 'POST' });
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).to.deep.equal([
      405,
      'GET, HEAD',
      '',
    ]);
    const head = await fetch(`${url}/console/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
  });

  it('publishes in a document what must be known before signing in', async () => {
    const reported = await fetch(`${url}/console/settings.json`);
    expect([
      reported.headers.get('content-type'),
      reported.headers.get('cache-control'),
      await reported.json(),
    ]).to.deep.equal([
      'application/json; charset=utf-8',
      'no-cache',
      { oidc: { issuer: 'https://issuer.example/realm', clientId: 'console', scope: 'openid' } },
    ]);
    expect(await (await fetch(`${url}/plain/settings.json`)).json()).to.deep.equal({});
  });

  it('exchanges the code of a sign-in link only for a JSON request, and only where such links exist', async () => {
    const post = async (body: string, type = 'application/json', path = '/console') => {
      const answer = await fetch(`${url}${path}/sign-in-link`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      return [answer.status, answer.headers.get('cache-control'), await answer.text()];
    };
    const refused = [
      403,
      'no-store',
      '{"reasonCode":"sign_in_link_refused","message":"The sign-in link was used already, or is over."}',
    ];
    expect(await post('{"code":"right"}')).to.deep.equal([200, 'no-store', '{"token":"a-token"}']);
    for (const body of ['{"code":"wrong"}', '{"code":1}', 'null', '[', '', `{"code":"${'x'.repeat(600)}"}`])
      expect(await post(body), body).to.deep.equal(refused);
    // What a page of another origin could send without asking.
    expect(await post('{"code":"right"}', 'text/plain')).to.deep.equal(refused);
    expect(await post('{"code":"right"}', 'application/json', '/plain')).to.deep.equal([405, null, '']);
  });

  it('does not start without its files', () => {
    expect(() => createConsole({ folder: pathToFileURL(`${folder}/nowhere/`) })).to.throw('not built');
  });
});

// Verbatim: `fetch` would remove the dots.
const rawBody = (url: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    get({ hostname, port, path }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
