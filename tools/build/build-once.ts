import { runCommand } from './run-command.js';

let building: Promise<void> | undefined;

/** `npm run build`, once in a process: several test files need what it makes. @throws if it fails, with its output */
export const buildOnce = (): Promise<void> => {
  building ??= build();
  return building;
};

const build = async (): Promise<void> => {
  const { code, output } = await runCommand('npm', ['run', '--silent', 'build']);
  if (code !== 0) throw new Error(`npm run build failed:\n${output}`);
};
