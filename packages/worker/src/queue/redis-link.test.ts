import { expect } from 'chai';
import { isGoodEnough, producerConnection, query } from './redis-link.js';

describe('the link to Redis', () => {
  it('accepts 6.2 and later, and nothing older or unnamed', () => {
    const versions = ['5.0.14', '6.0.16', '6.1.9', '', '6.2.0', '6.10.0', '7.0.15', '8.2.1'];
    expect(versions.filter(isGoodEnough)).to.deep.equal(['6.2.0', '6.10.0', '7.0.15', '8.2.1']);
  });

  it('refuses at once while Redis is away', async () => {
    const redis = producerConnection('redis://127.0.0.1:1');
    const startedAt = performance.now();
    const fault = await query(redis, () => redis.ping()).catch((thrown: Error) => thrown);
    redis.disconnect();
    expect([(fault as Error).name, performance.now() - startedAt < 100]).to.deep.equal([
      'PortUnavailable',
      true,
    ]);
  });
});
