import { manifestTaskDone } from '@govgate/application';
import { expect } from 'chai';
import { type ManifestThread, makeManifestThread, type ThreadLimits } from './manifest-thread.js';

const rules = (count: number): string =>
  `manifest_version: "1.0"\nrules:\n${Array.from({ length: count }, (_, i) => `- rule_id: r${i}\n`).join('')}`;

/** However busy the machine is. */
const UNHURRIED = { taskMs: 60_000, heapMb: 96 };

const taskOf = (text: string) => ({ task: 'read', text, format: 'yaml' }) as const;

describe('the thread that reads manifests', () => {
  // A start loads the application anew, so most tests share one.
  const thread = makeManifestThread(UNHURRIED);
  const limited: ManifestThread[] = [];
  const limitedTo = (limits: ThreadLimits): ManifestThread => {
    const own = makeManifestThread(limits);
    limited.push(own);
    return own;
  };

  after(() => Promise.all([thread, ...limited].map((one) => one.stop())));

  it('reads exactly what is read here, short texts and long ones, and reports positions', async () => {
    for (const text of [rules(3), rules(1_000), `${rules(1_000)}- [`]) {
      const task = taskOf(text);
      expect(await thread.done('acme', task)).to.equal(manifestTaskDone(task));
    }
    const finding = JSON.parse((await thread.done('acme', taskOf(`${rules(1_000)}- [`))) ?? '').findings[0];
    const locate = {
      task: 'locate',
      submitted: { format: 'yaml', text: rules(1_000) },
      findings: [{ ...finding, path: '/rules/999/rule_id' }],
    } as const;
    expect(JSON.parse((await thread.done('acme', locate)) ?? '')).to.deep.equal([
      { ...finding, path: '/rules/999/rule_id', line: 1_002, column: 3 },
    ]);
  });

  it('leaves the event loop free while it reads', async () => {
    await thread.done('acme', taskOf(rules(2_000)));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await thread.done('acme', taskOf(`[${'a: 1,'.repeat(5_000)}]`));
    clearInterval(timer);
    expect(turns).to.be.greaterThan(5);
  });

  it('gives up on a text that takes too long or too much memory, and reads the next', async function () {
    this.timeout(90_000);
    const hurried = limitedTo({ taskMs: 1, heapMb: 96 });
    expect(await hurried.done('acme', taskOf(rules(15_000)))).to.equal(undefined);
    await hurried.stop();
    const small = limitedTo({ taskMs: 10_000, heapMb: 8 });
    expect(await small.done('acme', taskOf(`[${'a: 1,'.repeat(50_000)}]`))).to.equal(undefined);
    expect(await small.done('acme', taskOf(rules(1)))).to.equal(manifestTaskDone(taskOf(rules(1))));
  });

  it('lets a tenant wait for no more than the text in work, however many another has sent', async () => {
    const ends: string[] = [];
    const read = (tenant: string) =>
      thread.done(tenant, taskOf(rules(600))).then(() => void ends.push(tenant));
    await Promise.all([...Array.from({ length: 20 }, () => read('acme')), read('other')]);
    expect(ends.indexOf('other')).to.be.at.most(2);
  });

  it('says that it is busy where too many of a tenant wait', async () => {
    const requests = Array.from({ length: 101 }, () =>
      thread.done('acme', taskOf(rules(600))).then(
        () => 'read',
        ({ name }: Error) => name,
      ),
    );
    const ends = await Promise.all(requests);
    expect([ends.filter((end) => end === 'read').length, ends.at(-1)]).to.deep.equal([
      100,
      'PortUnavailable',
    ]);
  });
});
