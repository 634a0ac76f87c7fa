import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { closesAfterAnswers } from './drain.js';

const responseOf = (): { readonly response: ServerResponse; readonly headers: readonly string[] } => {
  const headers: string[] = [];
  const parts = { headersSent: false, setHeader: (name: string) => headers.push(name) };
  return { response: Object.assign(new EventEmitter(), parts) as unknown as ServerResponse, headers };
};

const request = {} as IncomingMessage;

describe('closesAfterAnswers', () => {
  it('ends the connections of calls under way and of later ones, and of none that was answered', () => {
    const { handler, close } = closesAfterAnswers(() => undefined);
    const [answered, underWay, later] = [responseOf(), responseOf(), responseOf()];
    handler(request, answered.response);
    handler(request, underWay.response);
    answered.response.emit('close');
    close();
    handler(request, later.response);
    expect([answered, underWay, later].map(({ headers }) => headers)).to.deep.equal([
      [],
      ['connection'],
      ['connection'],
    ]);
  });
});
