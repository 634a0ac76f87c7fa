import { expect } from 'chai';
import { makeNotifications } from './notifications.js';

const PROD = { tenantId: 'acme', environmentId: 'production' };
const STAGING = { tenantId: 'acme', environmentId: 'staging' };

describe('notifications', () => {
  it('wake those who wait for this in this environment, and nobody else', async () => {
    const notifications = makeNotifications();
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
      const how = await notifications.sooner(pause, topic, scope);
      ended.push(`${name} ${how}`);
    });
    notifications.notify('revocations', PROD);
    await Promise.all(all.slice(0, 2));
    expect(ended).to.deep.equal(['a notified', 'b notified']);
    elapse();
    await Promise.all(all);
    expect(ended.slice(2)).to.deep.equal(['c elapsed', 'd elapsed']);
  });

  it('are received once: later callers wait for the next', async () => {
    const notifications = makeNotifications();
    notifications.notify('planes', PROD);
    expect(await notifications.sooner(Promise.resolve('elapsed'), 'planes', PROD)).to.equal('elapsed');
  });
});
