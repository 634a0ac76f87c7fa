import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { placeProblems } from './place-problems.js';
import { type NamedValues, readSettings } from './read-settings.js';
import type { ServerSettings } from './settings.js';

const CONFIG_FILE = 'govgate.config.yaml';

/**
 * Settings from the environment and, with lower precedence, from the configuration file in the current folder. Invalid ones end the command
 * with 78.
 */
export const loadSettings = (environment: NamedValues = process.env): Promise<ServerSettings> =>
  checkedSettings({ ...fileValues(), ...environment });

/**
 * Settings from named values and nothing else.
 * @throws CommandFailure that names every problem with them
 */
export const checkedSettings = async (named: NamedValues): Promise<ServerSettings> => {
  const read = readSettings(named);
  const problems = [...(read.ok ? [] : read.problems), ...(await placeProblems(read.settings))];
  if (problems.length === 0) return read.settings;
  const lines = problems.map((problem) => `  - ${problem}`).join('\n');
  throw new CommandFailure(`The settings are not right:\n${lines}`, EXIT.settings);
};

const fileValues = (): NamedValues => {
  if (!existsSync(CONFIG_FILE)) return {};
  const said = readConfig();
  if (said === null) return {};
  if (typeof said !== 'object' || Array.isArray(said)) {
    throw new CommandFailure(`${CONFIG_FILE} must be a map of setting names to values.`, EXIT.settings);
  }
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, settingText(value)]));
};

const readConfig = (): unknown => {
  try {
    const text = readFileSync(CONFIG_FILE, 'utf8');
    // A file with only comments is empty, not a mistake.
    return /^[\t ]*[^#\s]/m.test(text) ? load(text) : null;
  } catch {
    // The parser's message would quote the file, which may contain a token.
    throw new CommandFailure(`${CONFIG_FILE} cannot be read as YAML.`, EXIT.settings);
  }
};

const settingText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));
