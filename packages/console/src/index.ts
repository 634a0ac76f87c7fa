export { type ConsoleMiddleware, type ConsoleOptions, createConsole } from './serve/create-console.js';
