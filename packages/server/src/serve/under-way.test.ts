import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { underWay } from './under-way.js';

const responseOf = (socket: object | null): ServerResponse =>
  Object.assign(new EventEmitter(), { socket, destroy: () => undefined }) as unknown as ServerResponse;

const request = {} as IncomingMessage;

describe('underWay', () => {
  it('waits for calls in progress', async () => {
    const { handler, close } = underWay(() => undefined);
    const response = responseOf({});
    handler(request, response);
    let closed = false;
    const closing = close().then(() => {
      closed = true;
    });
    await Promise.resolve();
    expect(closed).to.equal(false);
    response.emit('close');
    await closing;
    expect(closed).to.equal(true);
  });

  it('keeps no response that never gets its connection, and waits for one that gets it late', async () => {
    const { handler, close } = underWay(() => undefined);
    handler(request, responseOf(null));
    const late = responseOf(null);
    handler(request, late);
    late.emit('socket', {});
    late.emit('close');
    const startedAt = performance.now();
    await close();
    expect(performance.now() - startedAt).to.be.below(1_000);
  });
});
