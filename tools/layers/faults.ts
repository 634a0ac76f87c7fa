/** A breach of one layer rule: a file, and the import that the rule must catch in it. */
export interface LayerFault {
  readonly rule: string;
  readonly file: string;
  readonly source: string;
}

const plant = (rule: string, file: string, source: string): LayerFault => ({ rule, file, source });

/** At least one breach for every rule; a rule without one fails the canary. */
export const LAYER_FAULTS: readonly LayerFault[] = [
  plant('domain-is-pure', 'packages/domain/src/node-import.ts', `import 'node:fs';`),
  plant('domain-is-pure', 'packages/domain/src/bare-node-import.ts', `import 'crypto';`),
  plant('domain-is-pure', 'packages/domain/src/ports-type.ts', `import type {} from '@govgate/ports';`),
  plant('domain-is-pure', 'packages/domain/src/npm-import.ts', `import 'js-yaml';`),
  plant('ports-know-the-domain-only', 'packages/ports/src/driver.ts', `import type {} from 'mongodb';`),
  plant('ports-know-the-domain-only', 'packages/ports/src/use-case.ts', `import '@govgate/application';`),
  ...['koa', 'mongodb', 'bullmq', 'inversify', 'node:crypto', '@govgate/adapter-sqlite'].map((name, index) =>
    plant(
      'application-knows-domain-and-ports',
      `packages/application/src/foreign-${index}.ts`,
      `import '${name}';`,
    ),
  ),
  plant(
    'application-knows-domain-and-ports',
    'packages/application/src/koa-type.ts',
    `import type Koa from 'koa'; export type Context = Koa.Context;`,
  ),
  plant(
    'client-stands-alone',
    'packages/client/src/domain-type.ts',
    `import type {} from '@govgate/domain';`,
  ),
  plant('client-stands-alone', 'packages/client/src/node-import.ts', `import 'node:crypto';`),
  plant('console-is-a-caller', 'packages/console/src/app/ports.tsx', `import type {} from '@govgate/ports';`),
  plant('console-is-a-caller', 'packages/console/src/app/node-import.ts', `import 'node:fs';`),
  plant('console-is-served-as-files', 'packages/console/src/serve/api.ts', `import '@govgate/client';`),
  plant('console-is-served-as-files', 'packages/console/src/serve/page.ts', `import '../app/page.js';`),
  plant('only-the-server-mounts-the-console', 'packages/worker/src/console.ts', `import '@govgate/console';`),
  plant('testkit-brings-no-runner-and-no-adapter', 'packages/ports-testkit/src/runner.ts', `import 'mocha';`),
  plant(
    'testkit-brings-no-runner-and-no-adapter',
    'packages/ports-testkit/src/adapter.ts',
    `import '@govgate/adapter-sqlite';`,
  ),
  plant(
    'store-adapters-stand-alone',
    'packages/adapter-mongo/src/twin.ts',
    `import '@govgate/adapter-sqlite';`,
  ),
  plant(
    'store-adapters-stand-alone',
    'packages/adapter-sqlite/src/http.ts',
    `import '@govgate/adapter-http';`,
  ),
  plant(
    'store-adapters-stand-alone',
    'packages/adapter-sqlite/src/use-case.ts',
    `import '@govgate/application';`,
  ),
  plant(
    'http-and-worker-stand-alone',
    'packages/adapter-http/src/store.ts',
    `import '@govgate/adapter-mongo';`,
  ),
  plant(
    'http-and-worker-stand-alone',
    'packages/worker/src/http.ts',
    `export * from '@govgate/adapter-http';`,
  ),
  plant(
    'nobody-imports-the-server',
    'packages/worker/src/server.ts',
    `export const later = () => import('@govgate/server');`,
  ),
  plant('nobody-imports-the-server', 'packages/adapter-http/src/a.test.ts', `import '@govgate/server';`),
  plant('inversify-only-in-the-server', 'packages/worker/src/container.ts', `import 'inversify';`),
  plant(
    'inversify-only-in-the-server',
    'packages/adapter-http/src/metadata.ts',
    `import 'reflect-metadata';`,
  ),
  plant('the-container-ends-at-compose', 'packages/server/src/serve/locator.ts', `import 'inversify';`),
  plant('no-test-code-in-the-product', 'packages/server/src/testkit.ts', `import '@govgate/ports-testkit';`),
  plant('no-test-code-in-the-product', 'packages/domain/src/of-a-test.ts', `import './index.test.js';`),
  plant('no-test-code-in-the-product', 'packages/worker/src/tool.ts', `import '../../../tools/tool.js';`),
  plant('packages-meet-by-name', 'packages/ports/src/sideways.ts', `import '../../domain/src/index.js';`),
  plant('tools-meet-packages-by-name', 'tools/inside.ts', `import '../packages/domain/src/index.js';`),
  plant('product-dependencies-are-declared', 'packages/server/src/undeclared.ts', `import 'chai';`),
  plant('every-import-resolves', 'packages/worker/src/nowhere.ts', `import './gone.js';`),
  plant(
    'no-circles',
    'packages/server/src/there.ts',
    `import { back } from './back.js'; export const there = () => back;`,
  ),
  plant(
    'rooms-know-no-circles',
    'packages/worker/src/upper/up.ts',
    `import type {} from '../lower/low.js'; export const up = 1;`,
  ),
  plant('no-dead-modules', 'packages/application/src/forgotten.ts', 'export const forgotten = 1;'),
];

/** Files that the plants above lean on, and lawful imports that no rule may catch. */
export const GROUND: readonly Omit<LayerFault, 'rule'>[] = [
  {
    file: 'packages/domain/src/index.test.ts',
    source: `import 'node:fs'; import 'chai'; import './index.js';`,
  },
  { file: 'tools/tool.ts', source: `import '@govgate/domain';` },
  { file: 'packages/domain/src/index.ts', source: `import '@noble/hashes/sha2.js'; export const a = 1;` },
  { file: 'packages/ports/src/index.ts', source: `export * from '@govgate/domain';` },
  { file: 'packages/application/src/index.ts', source: `import '@govgate/ports'; import 'js-yaml';` },
  { file: 'packages/ports-testkit/src/index.ts', source: `import '@govgate/ports';` },
  {
    file: 'packages/adapter-http/src/index.ts',
    source: `import 'node:http'; import '@govgate/application';`,
  },
  { file: 'packages/adapter-sqlite/src/index.ts', source: `import '@govgate/ports';` },
  {
    file: 'packages/adapter-mongo/src/index.ts',
    source: `import 'mongodb'; import type {} from './type-back.js';`,
  },
  {
    file: 'packages/adapter-mongo/src/type-back.ts',
    source: `import './index.js'; export type Back = string;`,
  },
  {
    file: 'packages/worker/src/redis.ts',
    source: `import 'bullmq'; import '@govgate/application'; import './upper/other.js';`,
  },
  {
    file: 'packages/server/src/index.ts',
    source: `import '@govgate/adapter-sqlite'; import '@govgate/worker/redis'; import './back.js'; import './compose.js';`,
  },
  { file: 'packages/console/src/index.ts', source: `import 'node:fs'; export const a = 1;` },
  { file: 'packages/server/src/compose.ts', source: `import 'inversify';` },
  { file: 'packages/server/src/back.ts', source: 'export const back = 1;' },
  { file: 'packages/worker/src/lower/low.ts', source: 'export type Low = 1;' },
  { file: 'packages/worker/src/upper/other.ts', source: `export type { Low } from '../lower/low.js';` },
];

/** What the circles' other halves become once the circles are planted. */
export const CIRCLES_BACK = [
  {
    file: 'packages/server/src/back.ts',
    source: `import { there } from './there.js'; export const back = () => there;`,
  },
  { file: 'packages/worker/src/lower/below.ts', source: `import type {} from '../upper/other.js';` },
];
