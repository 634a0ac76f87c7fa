import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from './load-settings.js';

describe('govgate.config.yaml', () => {
  const before = process.cwd();
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-config-'));
    process.chdir(folder);
  });

  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives settings by their names, also behind a byte order mark', async () => {
    writeFileSync('govgate.config.yaml', '\uFEFFGOVGATE_PORT: 9090\n');
    expect((await loadSettings({})).port).to.equal(9090);
  });

  it('ignores no key: one that is not a setting is refused with the nearest name', async () => {
    writeFileSync('govgate.config.yaml', 'port: 9090\nmongo_url: mongodb://canary\n"a b": 1\n');
    const refused = await loadSettings({}).catch((fault: Error) => fault.message);
    expect(refused).to.equal(
      [
        'govgate.config.yaml is not right:',
        '  - port is not a setting of govgate; did you mean GOVGATE_PORT?',
        '  - mongo_url is not a setting of govgate; did you mean GOVGATE_MONGO_URL?',
        '  - a key is not a setting of govgate',
      ].join('\n'),
    );
  });

  it('takes no map and no empty value for a text', async () => {
    writeFileSync('govgate.config.yaml', 'GOVGATE_DATA: { a: canary }\nGOVGATE_PORT: [[1]]\nGOVGATE_HOST:\n');
    const refused = await loadSettings({}).catch((fault: Error) => fault.message);
    const rule = 'must be a text, a number, true or false, or a list of them';
    expect(refused).to.equal(
      [
        'govgate.config.yaml is not right:',
        ...['GOVGATE_DATA', 'GOVGATE_PORT', 'GOVGATE_HOST'].map((name) => `  - ${name} ${rule}`),
      ].join('\n'),
    );
  });
});
