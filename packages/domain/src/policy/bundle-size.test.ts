import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';

/** What a bundler keeps of the entry for a page or gateway that uses only this, minified and gzipped. */
const gzipBytes = async (names: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names} } from '@govgate/domain/policy';`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      loader: 'ts',
    },
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

describe('the entry @govgate/domain/policy', () => {
  it('costs a bundle that evaluates at most 3 kB', async () => {
    const bytes = await gzipBytes('evaluatePolicy');
    expect(bytes).to.be.within(1000, 3000);
  });

  it('costs a bundle that compiles at most 8 kB', async () => {
    const bytes = await gzipBytes('compilePolicy');
    expect(bytes).to.be.within(2000, 8000);
  });

  it('costs nothing when unused', async () => {
    expect(await gzipBytes('')).to.be.lessThan(100);
  });
});
