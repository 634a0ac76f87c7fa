import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { clientHowTo } from '../testing/client-how-to.js';
import { SAMPLE_RECORDS } from '../testing/operation-samples.js';
import { startTestService } from '../testing/test-service.js';
import { makeWorld, putRecords, TENANT } from '../testing/world.js';

const PAGE = new URL('../../../../docs/how-to/client.md', import.meta.url);
const PROGRAM = new URL('../testing/client-how-to.ts', import.meta.url);

const flat = (text: string): string => text.replace(/^ +/gm, '');

describe('the page about the client', () => {
  it('shows code that stands in a program', () => {
    const program = flat(readFileSync(PROGRAM, 'utf8'));
    const shown = [...readFileSync(PAGE, 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) =>
      flat(code),
    );
    expect(shown.filter((code) => !program.includes(code))).to.deep.equal([]);
    expect(shown.length).to.equal(9);
  });

  it('shows a program that runs', async () => {
    const service = await startTestService();
    const { log } = console;
    const printed: string[] = [];
    const lines: string[] = [];
    console.log = (...words: unknown[]) => void printed.push(words.join(' '));
    try {
      const { admin } = await makeWorld(service.ports);
      await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
      await clientHowTo(service.url, admin, (line) => lines.push(line));
    } finally {
      console.log = log;
      await service.stop();
    }
    expect(printed).to.include('agent_active pv_draft approved');
    expect(printed.filter((line) => line.startsWith('somebody else was there (req_'))).to.have.length(1);
    expect(printed).not.to.include('as it was');
    expect(lines.some((line) => line.includes('policy.published'))).to.equal(true);
  }).timeout(30_000);
});
