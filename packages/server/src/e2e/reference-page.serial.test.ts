import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { buildOnce } from '../../../../tools/build/build-once.js';
import { describeWithChromium } from '../../../../tools/test-services/require-service.js';
import { startTestService, type TestService } from '../testing/test-service.js';

/** A service that has the page. */
const withReference = (): (() => TestService) => {
  let service: TestService | undefined;
  before(async () => {
    await buildOnce();
    service = await startTestService();
  });
  after(() => service?.stop());
  return () => {
    if (service === undefined) throw new Error('the service has not started');
    return service;
  };
};

// An answer's example stands beside its schema; a field of that name stands elsewhere.
const withoutExample = (_: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('schema' in value)) return value;
  const { example: __, ...media } = value as { readonly example?: unknown };
  return media;
};

describe('the API reference', () => {
  const serving = withReference();

  it('is a page that loads nothing but two scripts of its own, under a policy that allows no more', async () => {
    const page = await serving().call('/reference');
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).to.match(/^default-src 'none'; script-src 'self'; style-src 'sha256-/);
    expect(policy).not.to.match(/unsafe|https?:|\*|connect-src|font-src/);
    const loaded = [...page.text.matchAll(/<[^>]+\s(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded).to.deep.equal(['data:,', 'reference/redoc.standalone.js', 'reference/start.js']);
    for (const file of loaded.slice(1)) {
      const script = await serving().call(`/${file}`);
      expect([script.status, script.headers.get('content-type')]).to.deep.equal([
        200,
        'text/javascript; charset=utf-8',
      ]);
      expect(script.text).not.to.contain('cdn.redoc.ly');
    }
  });

  it('shows the document that the service serves, with samples of calls and answers', async () => {
    const page = await serving().call('/reference');
    const [, embedded = ''] = /id="openapi">(.*?)<\/script>/s.exec(page.text) ?? [];
    const { json } = await serving().call('/v1/openapi.json');
    const added = new Set(['x-codeSamples', 'x-displayName']);
    const withoutAdded = (key: string, value: unknown): unknown => {
      if (added.has(key)) return undefined;
      return key === 'responses' ? JSON.parse(JSON.stringify(value, withoutExample)) : value;
    };
    const shown = JSON.parse(embedded, withoutAdded);
    expect(shown.info.description).to.match(/\n\n# Samples\n/);
    shown.info.description = shown.info.description.split('\n\n# Samples\n')[0];
    expect(shown).to.deep.equal(json);
    expect(embedded).to.contain('"x-codeSamples"');
  });

  it('is read-only', async () => {
    const answer = await serving().call('/reference', { method: 'POST', body: {} });
    expect([answer.status, answer.json.reasonCode, answer.headers.get('allow')]).to.deep.equal([
      405,
      'method_not_allowed',
      'GET, HEAD',
    ]);
  });
});

describeWithChromium('the API reference in a browser', (browser) => {
  const serving = withReference();

  it('renders without breaking its policy', async () => {
    const { stdout, stderr } = await promisify(execFile)(
      browser,
      [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--enable-logging=stderr'],
        ...['--virtual-time-budget=30000', '--dump-dom', `${serving().url}/reference`],
      ],
      { maxBuffer: 64 * 1024 * 1024, timeout: 100_000 },
    );
    expect(stdout).to.contain('Publishes a policy version and makes it active');
    expect(stderr.split('\n').filter((line) => /CONSOLE.*(violat|Error|Refused)/i.test(line))).to.deep.equal(
      [],
    );
  });
});
