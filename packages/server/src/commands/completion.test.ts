import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Command } from 'commander';
import { CommandFailure } from '../system/command-failure.js';
import { completion } from './completion.js';
import { makeProgram } from './program.js';

const scriptFor = (shell: string): string => {
  const write = process.stdout.write;
  let text = '';
  process.stdout.write = ((piece: string) => {
    text += piece;
    return true;
  }) as typeof write;
  try {
    completion(shell, makeProgram());
  } finally {
    process.stdout.write = write;
  }
  return text;
};

/** All positions of the command line, by the words that lead there. */
const places = (command: Command, path: readonly string[] = []): [readonly string[], readonly string[]][] => [
  [
    path,
    [
      ...command.commands.map((one) => one.name()),
      ...command.options.map(({ long }) => long ?? ''),
      '--help',
    ],
  ],
  ...command.commands.flatMap((one) => places(one, [...path, one.name()])),
];

describe('the completion of the command line', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-completion-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('offers in bash, at every position, exactly the existing commands and options', () => {
    const all = places(makeProgram());
    const file = join(folder, 'bash');
    const requests = all.map(([path]) => {
      const words = ['govgate', ...path, ''].map((word) => `'${word}'`).join(' ');
      return `COMP_WORDS=(${words}); COMP_CWORD=${path.length + 1}; _govgate; echo "\${COMPREPLY[@]}"`;
    });
    writeFileSync(file, `${scriptFor('bash')}\n${requests.join('\n')}\n`);
    const reported = execFileSync('bash', ['--norc', file], { encoding: 'utf8' }).trimEnd().split('\n');
    expect(reported).to.deep.equal(all.map(([, words]) => words.join(' ')));
  });

  it('skips what is between commands, and completes partial words', () => {
    const file = join(folder, 'bash');
    const words = "'govgate' 'audit' 'export' '--tenant' 'acme' '--f'";
    const ask = `COMP_WORDS=(${words}); COMP_CWORD=5; _govgate; echo "\${COMPREPLY[@]}"`;
    writeFileSync(file, `${scriptFor('bash')}\n${ask}\n`);
    expect(execFileSync('bash', ['--norc', file], { encoding: 'utf8' })).to.equal('--from\n');
  });

  // These two are tested where they are installed; bash is everywhere.
  for (const shell of ['zsh', 'fish'].filter((one) => spawnSync(one, ['--version']).error === undefined))
    it(`is accepted by ${shell} without complaint`, () => {
      const file = join(folder, shell);
      writeFileSync(file, scriptFor(shell));
      expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' }).stderr).to.equal('');
    });

  it('names every position in zsh and fish too', () => {
    for (const [path] of places(makeProgram()).slice(1)) {
      expect(scriptFor('zsh')).to.contain(`    '${path.join(' ')}') known=(`);
      expect(scriptFor('fish')).to.contain(path.join(' '));
    }
  });

  it('says which shells are supported', () => {
    expect(() => scriptFor('tcsh')).to.throw(CommandFailure, 'bash, zsh, fish');
  });
});
