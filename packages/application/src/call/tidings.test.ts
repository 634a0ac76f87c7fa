import { expect } from 'chai';
import { makeTidings } from './tidings.js';

const PROD = { tenantId: 'acme', environmentId: 'production' };
const STAGING = { tenantId: 'acme', environmentId: 'staging' };

describe('tidings', () => {
  it('wake those who wait for this in this environment, and nobody else', async () => {
    const tidings = makeTidings();
    const ended: string[] = [];
    let elapse = (): void => undefined;
    const pause = new Promise<string>((resolve) => {
      elapse = () => resolve('elapsed');
    });
    const waits = [
      ['a', 'revocations', PROD],
      ['b', 'revocations', PROD],
      ['c', 'approvals', PROD],
      ['d', 'revocations', STAGING],
    ] as const;
    const all = waits.map(async ([name, topic, scope]) => {
      const how = await tidings.sooner(pause, topic, scope);
      ended.push(`${name} ${how}`);
    });
    tidings.tell('revocations', PROD);
    await Promise.all(all.slice(0, 2));
    expect(ended).to.deep.equal(['a told', 'b told']);
    elapse();
    await Promise.all(all);
    expect(ended.slice(2)).to.deep.equal(['c elapsed', 'd elapsed']);
  });

  it('are received once: later callers wait for the next', async () => {
    const tidings = makeTidings();
    tidings.tell('planes', PROD);
    expect(await tidings.sooner(Promise.resolve('elapsed'), 'planes', PROD)).to.equal('elapsed');
  });
});
