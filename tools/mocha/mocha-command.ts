import { readFileSync } from 'node:fs';

interface Settings {
  readonly 'node-option': readonly string[];
  readonly timeout: number;
}

const SETTINGS = JSON.parse(
  readFileSync(new URL('../../.mocharc.json', import.meta.url), 'utf8'),
) as Settings;

/**
 * Node's arguments for mocha with the repository's settings, from the checkout's root. Node's own options come first, so that
 * mocha need not start a second process for them, which a signal to the first would not reach.
 */
export const mochaCommand = (
  args: readonly string[],
  { timeoutMs = SETTINGS.timeout }: { readonly timeoutMs?: number } = {},
): string[] => [
  ...SETTINGS['node-option'].map((option) => `--${option}`),
  ...['node_modules/mocha/bin/mocha.js', '--no-config', '--exit', '--timeout', String(timeoutMs)],
  ...args,
];
