import { buildConsole } from './build-console.js';

await buildConsole();
