import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCli } from '../processes/spawned-service.js';
import { IS_PROOF } from '../proof-record.js';

/** The password in the URLs of refusal tests; it must never be printed. */
export const URL_PASSWORD = 'example-password';
export const withCredentials = (url: string): string => url.replace('://', `://nobody:${URL_PASSWORD}@`);

/** Every command that opens the store, as an operator would type it. */
export const storeCommands = (folder: string): readonly (readonly string[])[] => {
  const bundle = join(folder, 'bundle.json');
  writeFileSync(bundle, JSON.stringify({ schema_version: '1.0' }));
  return [
    ['serve'],
    ['export'],
    ['import', bundle],
    ['token', 'create', '--tenant', 'default', '--user', 'ada'],
    ['token', 'revoke', 'zzzzzzzzzzzz'],
    ['audit', 'verify'],
  ];
};

/** Two of them: all open the store by the same path, so one fault is shown to all and the others to two, except in a proof. */
export const twoStoreCommands = (folder: string): readonly (readonly string[])[] =>
  storeCommands(folder).slice(0, IS_PROOF ? undefined : 2);

/** The outcome of a refused command. */
export interface Refused {
  readonly command: string;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

/** Runs several commands at once that must all be refused. */
export const runAll = (
  commands: readonly (readonly string[])[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly Refused[]> =>
  Promise.all(
    commands.map(async (command) => {
      const start = performance.now();
      const ran = await runCli(command, { GOVGATE_PORT: '0', ...environment });
      return { command: command.join(' '), seconds: (performance.now() - start) / 1000, ...ran };
    }),
  );

/** Each said one sentence and ended with the code; nobody printed a stack, a credential or data. */
export const expectSentence = (refused: readonly Refused[], code: number, sentence: string): void => {
  for (const { command, ...ran } of refused)
    expect([command, ran.code, ran.stdout, ran.stderr]).to.deep.equal([
      command,
      code,
      '',
      `govgate: ${sentence}\n`,
    ]);
};
