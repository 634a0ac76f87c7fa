import { readFileSync } from 'node:fs';

/** What the bench tells a yardstick: where to listen, and the product's own answer that it sends. */
export const port = Number(process.env.BENCH_PORT);
export const answer = readFileSync(process.env.BENCH_ANSWER, 'utf8');
