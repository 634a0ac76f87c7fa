import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';

const LIMIT = 10 * 1024;

/** What a program loads for parts of the client, minified and compressed, in bytes. It fails on a Node module. */
const sizeOf = async (program: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length;
};

describe('what a browser loads', () => {
  it('for the client and a call is small, and needs nothing from Node', async () => {
    const size = await sizeOf(`
      import { createClient } from './index.js';
      export const me = (baseUrl: string, token: string) => createClient({ baseUrl, token }).readIdentity();
    `);
    expect(size).to.be.lessThan(LIMIT);
  });

  it('is only what it uses', async () => {
    expect(await sizeOf(`export { GovgateError } from './index.js';`)).to.be.lessThan(1024);
    expect(await sizeOf(`import './index.js';`)).to.be.lessThan(64);
  });
});
