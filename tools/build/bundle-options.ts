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
  external: ['libsql', 'mongodb', 'bullmq', 'ioredis', 'pino', '@grpc/grpc-js', '@grpc/proto-loader'],
  // CommonJS packages in the bundle ask for node's modules by `require`, which an ES module has to make.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  // Every start reads the text, and keeps it: without comments it is a third shorter, and has a byte for each character. Names stay, and
  // lines are short, so that the places in a stack can be found.
  minifyWhitespace: true,
  lineLimit: 160,
  logLevel: 'warning',
} satisfies BuildOptions;
