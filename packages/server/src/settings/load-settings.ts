import { existsSync, readFileSync } from 'node:fs';
import { nearestName } from '@govgate/domain/internal';
import { load } from 'js-yaml';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { withoutMark } from '../system/without-mark.js';
import { pathProblems } from './place-problems.js';
import { type NamedValues, readSettings } from './read-settings.js';
import type { ServerSettings } from './settings.js';
import { SETTINGS } from './settings-table.js';

const CONFIG_FILE = 'govgate.config.yaml';

/**
 * Settings from the environment and, with lower precedence, from the configuration file in the current folder. Invalid ones end the command
 * with 78.
 */
export const loadSettings = async (environment: NamedValues = process.env): Promise<ServerSettings> =>
  checkedSettings({ ...fileValues(), ...environment });

/**
 * Settings from named values and nothing else.
 * @throws CommandFailure that names every problem with them
 */
export const checkedSettings = async (named: NamedValues): Promise<ServerSettings> => {
  const read = readSettings(named);
  const problems = [...(read.ok ? [] : read.problems), ...(await pathProblems(read.settings))];
  if (problems.length === 0) return read.settings;
  const lines = problems.map((problem) => `  - ${problem}`).join('\n');
  throw new CommandFailure(`The settings are not right:\n${lines}`, EXIT.settings);
};

const fileValues = (): NamedValues => {
  if (!existsSync(CONFIG_FILE)) return {};
  const config = readConfig();
  if (config === null) return {};
  if (typeof config !== 'object' || Array.isArray(config)) {
    throw new CommandFailure(`${CONFIG_FILE} must be a map of setting names to values.`, EXIT.settings);
  }
  refuseForeignKeys(Object.keys(config));
  refuseNested(Object.entries(config));
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, settingText(value)]));
};

// In the environment other names belong to other programs; in this file they are mistakes.
const refuseForeignKeys = (keys: readonly string[]): void => {
  const lines = keys
    .filter((key) => !key.startsWith(PREFIX))
    .map((key) => {
      const near = nearestName(key, UNPREFIXED_NAMES);
      const name = /^[\w.-]{1,64}$/.test(key) ? key : 'a key';
      return `  - ${name} is not a setting of govgate${near === undefined ? '' : `; did you mean ${PREFIX}${near}?`}`;
    });
  refuseLines(lines);
};

// As text a map would be `[object Object]` and an empty value `null`: a folder of that name.
const refuseNested = (entries: readonly (readonly [string, unknown])[]): void =>
  refuseLines(
    entries
      .filter(([, value]) => !(Array.isArray(value) ? value : [value]).every(isScalar))
      .map(([name]) => `  - ${name} must be a text, a number, true or false, or a list of them`),
  );

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const refuseLines = (lines: readonly string[]): void => {
  if (lines.length > 0)
    throw new CommandFailure([`${CONFIG_FILE} is not right:`, ...lines].join('\n'), EXIT.settings);
};

const PREFIX = 'GOVGATE_';
const UNPREFIXED_NAMES = Object.values(SETTINGS).map(({ name }) => name.slice(PREFIX.length));

const readConfig = (): unknown => {
  try {
    const text = withoutMark(readFileSync(CONFIG_FILE, 'utf8'));
    // A file with only comments is empty, not a mistake.
    return /^[\t ]*[^#\s]/m.test(text) ? load(text) : null;
  } catch {
    // The parser's message would quote the file, which may contain a token.
    throw new CommandFailure(`${CONFIG_FILE} cannot be read as YAML.`, EXIT.settings);
  }
};

const settingText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));
