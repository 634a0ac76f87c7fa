import { EventEmitter } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { closesAfterAnswers } from './drain.js';

describe('closesAfterAnswers', () => {
  it('keeps no response that never gets its connection, and closes one that gets it late', () => {
    const server = new EventEmitter();
    const close = closesAfterAnswers(server as Server);
    const headers: string[] = [];
    const response = Object.assign(new EventEmitter(), {
      socket: null,
      headersSent: false,
      setHeader: (name: string) => headers.push(name),
    });
    server.emit('request', {}, response as unknown as ServerResponse);
    close();
    expect(headers).to.deep.equal([]);
    response.emit('socket');
    expect(headers).to.deep.equal(['connection']);
  });
});
