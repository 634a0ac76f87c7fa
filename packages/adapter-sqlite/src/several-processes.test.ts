import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { HOME, itemKind, verifyChain } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import { bundledEntry } from '../../../tools/build/bundled-entry.js';
import { RACED_RECORDS } from './testing/raced-records.js';
import { TempFolder } from './testing/temp-folder.js';

const SCRIPT = fileURLToPath(new URL('./testing/writer-process.ts', import.meta.url));

describe('several processes on one file', () => {
  let program: string;
  let folder: TempFolder;
  let processes: ChildProcessWithoutNullStreams[] = [];

  before(async () => {
    program = await bundledEntry(SCRIPT);
  });

  beforeEach(() => {
    folder = new TempFolder();
    processes = [];
  });

  afterEach(async () => {
    for (const child of processes) if (child.exitCode === null) child.kill('SIGKILL');
    await folder.dispose();
  });

  const start = (task: 'race' | 'load', name: string): ChildProcessWithoutNullStreams => {
    const child = spawn(process.execPath, [program, folder.file, task, name]);
    child.stderr.pipe(process.stderr);
    processes.push(child);
    return child;
  };

  /** The lines that a process printed until it ended. */
  const linesOf = async (child: ChildProcessWithoutNullStreams, onLine = (_: string): void => undefined) => {
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      onLine(line);
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return lines;
  };

  it('create the tables once and let exactly one of them win each record', async () => {
    const racers = ['a', 'b', 'c'].map((name) => start('race', name));
    const won = racers.map((child) => linesOf(child));
    for (const child of racers) child.stdin.write('go\n');
    const winners = (await Promise.all(won)).flat();
    expect(racers.map(({ exitCode }) => exitCode)).to.deep.equal([0, 0, 0]);
    expect([winners.length, new Set(winners).size]).to.deep.equal([RACED_RECORDS, RACED_RECORDS]);
    const store = await folder.open();
    expect(await store.records.count(itemKind, HOME)).to.equal(RACED_RECORDS);
    const { valid, lastSequence } = await verifyChain(store, HOME.tenantId);
    expect({ valid, lastSequence }).to.deep.equal({ valid: true, lastSequence: RACED_RECORDS });
  });

  it('leave the log to a process that has opened the store a second time', async () => {
    const race = async (name: string): Promise<void> => {
      const child = start('race', name);
      child.stdin.write('go\n');
      await linesOf(child);
    };
    await race('a');
    const first = await folder.open();
    await first.records.count(itemKind, HOME);
    await first.close();
    await folder.open();
    await race('b');
    expect(existsSync(`${folder.file}-wal`)).to.equal(true);
  });

  it('lose nothing acknowledged when one is killed midway', async () => {
    const child = start('load', 'a');
    let seen = 0;
    const acknowledged = linesOf(child, () => {
      seen += 1;
      if (seen === 300) child.kill('SIGKILL');
    });
    child.stdin.write('go\n');
    const ids = await acknowledged;
    expect(child.signalCode).to.equal('SIGKILL');
    const store = await folder.open();
    const found = await store.records.getMany(itemKind, HOME, ids);
    expect(found.length).to.equal(ids.length);
    const { valid, events } = await verifyChain(store, HOME.tenantId);
    expect({ valid, events }).to.deep.equal({
      valid: true,
      events: await store.records.count(itemKind, HOME),
    });
  });
});
