export type { ConsoleOidc } from './serve/console-oidc.js';
export { type ConsoleMiddleware, type ConsoleOptions, createConsole } from './serve/create-console.js';
export type { RedeemLink } from './serve/sign-in-link.js';
