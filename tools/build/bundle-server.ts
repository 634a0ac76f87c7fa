import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

// Packages with native parts, or that are loaded only where they are configured, stay where npm put them.
const EXTERNAL = ['libsql', 'mongodb', 'bullmq', 'ioredis', 'pino'];

/**
 * Bundles the command line: one file for what every start needs and one for each command. Loading some 900 small files
 * instead costs a start more than twice the CPU time (ADR 10).
 */
await build({
  absWorkingDir: root,
  entryPoints: ['packages/server/src/cli.ts'],
  outdir: 'packages/server/dist/bin',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  conditions: ['development'],
  external: EXTERNAL,
  // CommonJS packages in the bundle ask for node's modules by `require`, which an ES module has to make.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
