import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { sealed as chainOf, trailEvents as sampleEvents } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { build } from 'esbuild';
import { exportOf } from './audit/testing/exported-trail.js';
import { sha256 } from './audit/testing/links.js';
import { trailKeyOf } from './audit/testing/trail-key.js';
import {
  canonicalHash,
  compilePolicy,
  EMPTY_CHAIN,
  evaluatePolicy,
  trailKey,
  validateManifest,
  writeNoteKey,
} from './index.js';
import { manifestOf, requestOf, ruleOf } from './policy/testing/policies.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const bundle = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: here('.'), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'domain',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
};

describe('the domain package', () => {
  it('runs where there is no Node: nothing but the language itself and TextEncoder', async () => {
    const source = await bundle("export * from './index.js';");
    const manifest = manifestOf(ruleOf({ rule_id: 'a', effect: 'require_approval' }));
    const request = requestOf();
    const context = vm.createContext({ TextEncoder });
    vm.runInContext(source, context);
    const inside = (expression: string): unknown =>
      JSON.parse(vm.runInContext(`JSON.stringify(${expression})`, context));

    expect(inside('[typeof process, typeof require, typeof Buffer, typeof setTimeout]')).to.deep.equal(
      Array.from({ length: 4 }, () => 'undefined'),
    );
    expect(inside(`domain.canonicalHash(${JSON.stringify(manifest)})`)).to.equal(
      canonicalHash(JSON.parse(JSON.stringify(manifest))),
    );
    expect(
      inside(`domain.evaluatePolicy(${JSON.stringify(manifest)}, ${JSON.stringify(request)})`),
    ).to.deep.equal(evaluatePolicy(manifest, request));
    expect(
      inside(`domain.compilePolicy(${JSON.stringify(manifest)}).decide(${JSON.stringify(request)})`),
    ).to.deep.equal(compilePolicy(manifest).decide(request));
    expect(inside('domain.validateManifest({ rules: [{}] })')).to.deep.equal(
      validateManifest({ rules: [{}] }),
    );
    const key = trailKeyOf(1);
    const lines = exportOf(chainOf(sampleEvents(1, 5), EMPTY_CHAIN, sha256), key);
    const word = writeNoteKey(trailKey('acme', key.publicKey));
    const state = (text: readonly string[]): unknown =>
      inside(`(() => {
        const verifier = new domain.ExportVerifier({ keys: [domain.readNoteKey(${JSON.stringify(word)})] });
        for (const line of ${JSON.stringify(text)}) verifier.add(line);
        return verifier.verdict().state;
      })()`);
    expect(state(lines)).to.equal('verified');
    expect(state(lines.with(2, (lines[2] ?? '').replace('usr_0', 'usr_9')))).to.equal('broken');
  });

  it('would fail that test with an import of a Node module', async () => {
    const failure = await bundle("import { hostname } from 'node:os'; export const name = hostname();").then(
      () => 'bundled',
      (error: Error) => error.message,
    );
    expect(failure).to.contain('node:os');
  });

  it('decides in the embedding example as its readme says', async () => {
    const main = here('../../../examples/embed-domain/src/main.ts');
    const args = ['--import', 'tsx', '--conditions=@govgate/source', main];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout.trim().split('\n')).to.deep.equal([
      'a small refund: allow (sales_may_use_crm)',
      '  sales_use_crm: matched',
      '  large_refunds: not_matched, condition',
      '  no_contractors: not_matched, subjects',
      'a large refund: require_approval (large_refund_needs_approval)',
      '  sales_use_crm: matched',
      '  large_refunds: matched',
      '  no_contractors: not_matched, subjects',
      'a refund of an untold amount: require_approval (large_refund_needs_approval)',
      '  sales_use_crm: matched',
      '  large_refunds: undecidable, condition',
      '  no_contractors: not_matched, subjects',
      "a contractor's refund: deny (contractors_never_refund)",
      '  sales_use_crm: matched',
      '  large_refunds: not_matched, condition',
      '  no_contractors: matched',
      'on a session, before the feed is read: denied (feed_stale)',
      'on a session, with the feed: allow (sales_may_use_crm)',
    ]);
  });
});
