import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WorstCall } from './worst-calls.js';

// Plain JavaScript: a thread of its own loads it as it is.
const SENDER = `
const { parentPort, workerData } = require('node:worker_threads');
const { request } = require('node:http');
const send = ({ method, url, headers, body }) =>
  new Promise((resolve) => {
    const asked = request(url, { method, headers, agent: false }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.statusCode));
    });
    asked.once('error', () => resolve(0));
    asked.end(body);
  });
Promise.all(workerData.map(send)).then((statuses) => parentPort.postMessage(statuses));
`;

/** Sends calls all at once from a thread of its own, so that their answers occupy no loop but the service's; returns their statuses. */
export const sendAtOnce = async (
  url: string,
  token: string,
  calls: readonly WorstCall[],
): Promise<readonly number[]> => {
  const workerData = calls.map(({ path, request: wanted }) => ({
    url: url + path,
    method: wanted?.body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: wanted?.body === undefined ? undefined : JSON.stringify(wanted.body),
  }));
  const worker = new Worker(SENDER, { eval: true, workerData });
  const [statuses] = await once(worker, 'message');
  await worker.terminate();
  return statuses as number[];
};
