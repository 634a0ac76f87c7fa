import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { sharedBundle } from './bundled-entry.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(ROOT, 'packages/server/src/cli.ts');
const OF_ONE_FILE = join(ROOT, 'packages/server/src/testing/processes/crowd-process.ts');

describe('the bundles of a test run', () => {
  const before = process.env.GOVGATE_TEST_BUNDLES;
  const elsewhere = mkdtempSync(join(tmpdir(), 'govgate-bundles-'));
  afterEach(() => {
    if (before === undefined) delete process.env.GOVGATE_TEST_BUNDLES;
    else process.env.GOVGATE_TEST_BUNDLES = before;
  });
  after(() => rmSync(elsewhere, { recursive: true }));

  it('are used by every process of it, for what many test files start', () => {
    process.env.GOVGATE_TEST_BUNDLES = join(ROOT, '.cache/entry-shared');
    expect(sharedBundle(CLI)).to.equal(join(ROOT, '.cache/entry-shared/cli.mjs'));
    expect(sharedBundle(OF_ONE_FILE)).to.equal(undefined);
  });

  it('are not used by a copy of the checkout, whose sources are others', () => {
    process.env.GOVGATE_TEST_BUNDLES = elsewhere;
    expect(sharedBundle(CLI)).to.equal(undefined);
  });

  it('do not exist where nobody made them', () => {
    delete process.env.GOVGATE_TEST_BUNDLES;
    expect(sharedBundle(CLI)).to.equal(undefined);
  });
});
