import type { BuildOptions } from 'esbuild';

/** What runs in a thread of its own, beside whatever starts it. */
export const MANIFEST_WORKER = 'packages/server/src/system/manifest-worker.ts';

/** How the command line is bundled, and whatever the tests start as it is started. */
export const BUNDLE_OPTIONS = {
  bundle: true,
  splitting: true,
  format: 'esm',
  entryNames: '[name]',
  platform: 'node',
  target: 'node20.19',
  conditions: ['@govgate/source'],
  // Packages with native parts, or that are loaded only where they are configured, stay where npm put them.
  external: ['libsql', 'mongodb', 'bullmq', 'ioredis', 'pino'],
  // CommonJS packages in the bundle ask for node's modules by `require`, which an ES module has to make.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
} satisfies BuildOptions;
