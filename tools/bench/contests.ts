import type { Contest } from './contest.js';
import { followedPublish } from './followed-publish.js';
import { atLeast, atMost, rowOf, shareOf } from './goal.js';
import {
  evaluationRequest,
  evaluationsRequest,
  govgateServer,
  publishRequests,
  readPolicyRequest,
} from './govgate.js';
import type { PreparedStore } from './prepared-store.js';
import { yardstick } from './yardsticks.js';

/** Every contest by its name; a new one is one entry here. */
export const CONTESTS: Readonly<Record<string, (store: PreparedStore) => Promise<Contest>>> = {
  read: async (store) => {
    const requests = [readPolicyRequest];
    return {
      title: 'GET one policy, authenticated and authorized, embedded store',
      goals: (rows) => [atLeast('GET one policy, of the floor', shareOf(rows, 'floor'), 0.5)],
      contenders: [
        yardstick('limit', 'bare Koa', 'koa-get', store.answers.read, requests),
        yardstick('floor', 'Koa + libsql', 'floor-get', store.answers.read, requests),
        { role: 'product', name: 'govgate', server: govgateServer(await store.copy()), requests },
      ],
    };
  },
  evaluation: async (store) => {
    const requests = [evaluationRequest];
    return {
      title: 'POST one question to the decision point (AuthZEN)',
      goals: (rows) => [atLeast('one question, of bare Koa', shareOf(rows, 'limit'), 0.6)],
      contenders: [
        yardstick('limit', 'bare Koa + router + koa-body', 'koa-post', store.answers.evaluation, requests),
        { role: 'product', name: 'govgate', server: govgateServer(await store.copy()), requests },
      ],
    };
  },
  evaluations: async (store) => {
    const requests = [evaluationsRequest];
    const one = [evaluationRequest];
    return {
      title: 'POST a hundred questions at once, beside one',
      goals: (rows) => [
        atLeast('a hundred questions at once, of the rate of one', shareOf(rows, 'floor'), 0.25),
      ],
      contenders: [
        yardstick('limit', 'bare Koa + router + koa-body', 'koa-post', store.answers.evaluations, requests),
        {
          role: 'floor',
          name: 'govgate, one question',
          server: govgateServer(await store.copy()),
          requests: one,
        },
        { role: 'product', name: 'govgate', server: govgateServer(await store.copy()), requests },
      ],
    };
  },
  publish: async (store) => ({
    title: 'POST publish, one durable commit of five writes',
    goals: (rows) => [
      atLeast('publish, of the floor', shareOf(rows, 'floor'), 0.35),
      atMost('publish, µs of CPU', rowOf(rows, 'product')?.cpuMicros ?? Number.NaN, 240),
    ],
    contenders: [
      yardstick('limit', 'bare Koa + router + koa-body', 'koa-post', store.answers.publish, publishRequests),
      yardstick('floor', 'Koa + koa-body + libsql', 'floor-publish', store.answers.publish, publishRequests),
      {
        role: 'product',
        name: 'govgate',
        server: govgateServer(await store.copy()),
        requests: publishRequests,
      },
    ],
  }),
  followed: followedPublish,
};
