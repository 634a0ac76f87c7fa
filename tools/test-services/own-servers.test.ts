import { expect } from 'chai';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { LocalService, serviceFolder } from './local-service.js';
import { startMongo } from './mongo-server.js';
import { startRedis } from './redis-server.js';
import { describeWithOwnMongo, describeWithOwnRedis, freshMongoUrl } from './require-service.js';

describe('a local service', () => {
  it('shows the end of its log when it dies on start', async () => {
    const folder = await serviceFolder('dying');
    const start = LocalService.start({
      name: 'dying',
      url: '',
      command: process.execPath,
      args: ['-e', 'console.error("no disk left"); process.exit(3)'],
      isReady: async () => false,
      folder,
    });
    const message = await start.then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(message).to.equal('dying died at its start; the end of its log:\nno disk left');
  });
});

describe('freshMongoUrl', () => {
  it('puts a database into the URL and keeps servers and options', () => {
    const url = freshMongoUrl('mongodb://a:1,b:2/old?replicaSet=x');
    expect(url).to.match(/^mongodb:\/\/a:1,b:2\/govgate_[0-9a-f]{32}\?replicaSet=x$/);
  });
});

describeWithOwnRedis('a Redis of one’s own', () => {
  const read = async (url: string, act: (redis: Redis) => Promise<unknown>): Promise<unknown> => {
    const redis = new Redis(url);
    try {
      return await act(redis);
    } finally {
      redis.disconnect();
    }
  };

  it('comes back empty on its port after a kill, and complete where it is durable', async () => {
    const outcomes = await Promise.all(
      [false, true].map(async (durable) => {
        const server = await startRedis({ durable });
        await read(server.url, (redis) => redis.set('key', 'value'));
        await server.kill();
        await server.start();
        const value = await read(server.url, (redis) => redis.get('key'));
        await server.dispose();
        return value;
      }),
    );
    expect(outcomes).to.deep.equal([null, 'value']);
  });
});

describeWithOwnMongo('a MongoDB of one’s own', () => {
  it('keeps what it acknowledged across a kill', async () => {
    const server = await startMongo();
    const url = freshMongoUrl(server.url);
    const withClient = async (act: (client: MongoClient) => Promise<unknown>): Promise<unknown> => {
      const client = new MongoClient(url);
      try {
        return await act(client);
      } finally {
        await client.close();
      }
    };
    await withClient((client) => client.db().collection('things').insertOne({ name: 'kept' }));
    await server.kill();
    await server.start();
    const found = await withClient((client) => client.db().collection('things').countDocuments());
    await server.dispose();
    expect(found).to.equal(1);
  });

  it('starts as a standalone server for tests of the refusal on start', async () => {
    const server = await startMongo({ standalone: true });
    const client = new MongoClient(server.url);
    const hello = await client.db('admin').command({ hello: 1 });
    await client.close();
    await server.dispose();
    expect(hello.setName).to.equal(undefined);
  });
});
