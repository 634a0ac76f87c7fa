import { fileURLToPath } from 'node:url';
import type { Contender, Role } from './contest.js';
import type { LoadRequest } from './load.js';
import type { ServerPlan } from './measured-server.js';

type YardstickScript = 'koa-get' | 'koa-post' | 'floor-get' | 'floor-publish' | 'floor-mixed';

/** A yardstick that sends the text of a file. */
export const yardstickServer = (script: YardstickScript, answerFile: string): ServerPlan => ({
  name: script,
  script: fileURLToPath(new URL(`./yardsticks/${script}.mjs`, import.meta.url)),
  env: ({ port, folder }) => ({
    BENCH_PORT: String(port),
    BENCH_FOLDER: folder,
    BENCH_ANSWER: answerFile,
    NODE_ENV: 'production',
  }),
  readyPath: '/',
});

export const yardstick = (
  role: Role,
  name: string,
  script: YardstickScript,
  answerFile: string,
  requests: readonly LoadRequest[],
): Contender => ({ role, name, server: yardstickServer(script, answerFile), requests });
