export * from './in-process.js';
export * from './probes.js';
export * from './redis.js';
export * from './start-checks.js';
