import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCli } from '../testing/processes/spawned-service.js';

const DOCUMENT = {
  name: 'io.github.acme/weather',
  title: 'Weather',
  description: 'Forecasts for a place',
  version: '1.4.0',
  websiteUrl: 'https://weather.example/docs',
  packages: [
    { registryType: 'pypi', identifier: 'weather-mcp', version: '1.4.0', transport: { type: 'stdio' } },
  ],
};

const TOOLS = { tools: [{ name: 'forecast', inputSchema: { type: 'object' } }] };

describe('govgate mcp-server register', function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-mcp-'));
    writeFileSync(join(folder, 'tools.json'), JSON.stringify(TOOLS));
    await cli(['init', '--tenant', 'acme', '--environment', 'production', '--admin', 'ada']);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const cli = (args: readonly string[], input = '') =>
    runCli(args, { GOVGATE_DATA: join(folder, 'data') }, input);

  const register = (id: string, document: unknown, ...more: readonly string[]) => {
    const place = ['--tenant', 'acme', '--environment', 'production', '--team', 'search'];
    const args = ['mcp-server', 'register', id, '--server-json', '-', ...place, ...more];
    return cli(args, typeof document === 'string' ? document : JSON.stringify(document));
  };

  it('registers a server from standard input, with its tools from a file', async () => {
    const ran = await register(
      'srv_weather',
      DOCUMENT,
      '--tools',
      join(folder, 'tools.json'),
      '--owner',
      'ada',
    );
    expect(ran.code, ran.stderr).to.equal(0);
    expect(JSON.parse(ran.stdout)).to.deep.include({ status: 'pending', version: '1.4.0' });
  });

  it('says what is wrong, by its field, and nothing of the document', async () => {
    const tools = ['--tools', join(folder, 'tools.json')];
    const [none, broken, wrong] = await Promise.all([
      register('srv_a', DOCUMENT),
      register('srv_b', '{"name": hidden', ...tools),
      register('srv_c', { ...DOCUMENT, version: undefined }, ...tools),
    ]);
    expect([none.code, none.stderr]).to.satisfy(
      ([code, said]: [number, string]) => code === 2 && /--tools/.test(said),
    );
    expect([broken.code, broken.stderr]).to.deep.equal([1, 'govgate: The server.json is not valid JSON.\n']);
    expect(wrong.code).to.equal(1);
    expect(wrong.stderr).to.match(/manifest\.server_json\.version/);
  });
});
