import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';

const FIXTURES = 'tools/test-run/testing';
const LIMIT_MS = 60_000;

describe('npm run test:watch', () => {
  it('runs the chosen files, and again those that a change affects', async () => {
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        'tools/test-run/watch-tests.ts',
        `${FIXTURES}/{passes-and-fails,leaves-at-once}.ts`,
        '--grep',
        'passes',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    const waits = (times: number) => output.split('Waiting for changes').length > times;
    const until = async (holds: () => boolean): Promise<void> => {
      for (const limit = Date.now() + LIMIT_MS; !holds(); await delay(50))
        if (Date.now() > limit) throw new Error(output);
    };
    try {
      await until(() => waits(1));
      const now = new Date();
      utimesSync(`${FIXTURES}/passes-and-fails.ts`, now, now);
      await until(() => waits(2));
      expect(output.match(/\d+ passing/g)).to.deep.equal(['2 passing', '1 passing']);
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  }).timeout(3 * LIMIT_MS);
});
