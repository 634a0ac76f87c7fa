import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { globSync } from 'tinyglobby';

const dist = fileURLToPath(new URL('../../packages/domain/dist/', import.meta.url));
const commonJs = join(dist, 'cjs');

/**
 * The domain once more for CommonJS, next to what `tsc` made (ADR 10): with what it needs of others, which serve ES modules alone,
 * and with the same types under a folder that says that they are of CommonJS.
 */
await rm(commonJs, { recursive: true, force: true });
await mkdir(commonJs, { recursive: true });
await build({
  entryPoints: [join(dist, 'index.js'), join(dist, 'policy/index.js')],
  outdir: commonJs,
  bundle: true,
  platform: 'neutral',
  format: 'cjs',
  target: 'es2022',
  logLevel: 'warning',
});
for (const file of globSync('**/*.d.ts', { cwd: dist, ignore: ['cjs/**'] }))
  await cp(join(dist, file), join(commonJs, file));
await writeFile(join(commonJs, 'package.json'), '{"type":"commonjs"}\n');
