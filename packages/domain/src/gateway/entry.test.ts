import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';
import { describe, it } from 'mocha';

const here = fileURLToPath(new URL('.', import.meta.url));

const gzipBytes = async (entry: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: here, loader: 'ts' },
    conditions: ['@govgate/source'],
    bundle: true,
    minify: true,
    write: false,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
};

describe('the entry @govgate/domain/gateway', () => {
  it('exports at most 40 names, each picked', () => {
    const source = readFileSync(new URL('index.ts', import.meta.url), 'utf8');
    expect(source).not.to.contain('export *');
    const names = [...source.matchAll(/\{([^}]*)\}/g)].flatMap(([, list]) => list?.split(',') ?? []);
    expect(names.filter((name) => name.trim() !== '').length).to.be.within(20, 40);
  });

  it('costs a bundle at most 20 kB, gzipped, and the hash of a definition alone at most 5', async () => {
    expect(await gzipBytes("export * from '@govgate/domain/gateway';")).to.be.within(5_000, 20_000);
    expect(await gzipBytes("export { definitionHash } from '@govgate/domain/gateway';")).to.be.within(
      500,
      5_000,
    );
  });
});
