import { readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { globSync } from 'tinyglobby';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/** What other programs embed: many of them are CommonJS still. */
const BOTH_KINDS = ['domain', 'client'];

/** The ES modules that a package exports for `import`, and once more for `require`. */
const entriesOf = (folder: string): string[] => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.values<{ require?: unknown; import?: { default: string } }>(exports).flatMap((entry) =>
    entry.require === undefined ? [] : [join(folder, entry.import?.default ?? '')],
  );
};

/**
 * A package once more for CommonJS, next to what `tsc` made (ADR 10): with what it needs of others, which serve ES modules alone,
 * and with the same types under a folder that says that they are of CommonJS.
 */
const bundleCommonJs = async (folder: string): Promise<void> => {
  const dist = join(folder, 'dist');
  const commonJs = join(dist, 'cjs');
  await rm(commonJs, { recursive: true, force: true });
  await mkdir(commonJs, { recursive: true });
  await build({
    entryPoints: entriesOf(folder),
    outbase: dist,
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
};

for (const name of BOTH_KINDS) await bundleCommonJs(join(packages, name));
