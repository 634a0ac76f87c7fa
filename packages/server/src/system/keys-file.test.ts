import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { CommandFailure, EXIT } from './command-failure.js';
import { readKeysFile, readOrMakeKeysFile } from './keys-file.js';

const refusalOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (fault) {
    return fault instanceof CommandFailure
      ? [fault.exitCode, fault.message.replace(/^The server keys in \S+ /, '')]
      : fault;
  }
};

describe('the file of the server keys', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-keys-'));
    path = join(folder, 'server-keys.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is made once, and read again', () => {
    const made = readOrMakeKeysFile(path);
    expect(readOrMakeKeysFile(path)).to.deep.equal(made);
    expect(readKeysFile(path)).to.deep.equal(made);
  });

  it('is damaged where its content is, and never where it cannot be read', () => {
    writeFileSync(path, 'no keys');
    expect(refusalOf(() => readOrMakeKeysFile(path))).to.deep.equal([
      EXIT.settings,
      'are damaged. Restore the file from a backup: without it, page tokens, fingerprints and audit checkpoints made before no longer verify.',
    ]);
    rmSync(path);
    // Nobody may read a folder, root included.
    mkdirSync(path);
    for (const read of [readOrMakeKeysFile, readKeysFile])
      expect(refusalOf(() => read(path))).to.deep.equal([
        EXIT.settings,
        `cannot be read by this user (uid ${process.getuid?.()}). Give the file to the user that govgate runs as, with mode 0600.`,
      ]);
  });
});
