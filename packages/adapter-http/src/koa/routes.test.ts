import { expect } from 'chai';
import type { Operation } from '../operation/define-operation.js';
import type { CallCtx } from './call.js';
import { makeRoutes } from './routes.js';

const ENDPOINTS = [
  ['get', '/v1/bindings'],
  ['post', '/v1/bindings'],
  ['get', '/v1/bindings/:binding_id'],
  ['post', '/v1/bindings/preview'],
  ['get', '/v1/bindings/:binding_id/members/:user_id'],
] as const;

describe('makeRoutes', () => {
  const served = ENDPOINTS.map(([method, path]) => ({
    operation: { method, path } as Operation,
    serve: async (ctx: CallCtx) => {
      const { method, path } = ctx.state.operation ?? {};
      reported = { served: `${method} ${path}`, params: { ...ctx.params } };
    },
  }));
  const routes = makeRoutes(served);
  let reported: unknown;

  /** The endpoint with the ids that it was given, the status and headers of a refusal, or that nobody was found. */
  const answerTo = async (method: string, path: string): Promise<unknown> => {
    reported = undefined;
    const res = {
      writeHead: (status: number, headers: readonly string[]) => {
        reported = { status, headers: headers.slice(0, 2) };
      },
      end: () => undefined,
    };
    const state = { headers: [], untaken: { sent: () => undefined } };
    await routes({ method, path, url: path, res, state } as never, async () => {
      reported = 'nobody';
    });
    return reported;
  };

  it('gives an endpoint the ids of the path, decoded', async () => {
    expect(await answerTo('GET', '/v1/bindings/rb_1/members/a%2Fb%20c;d')).to.deep.equal({
      served: 'get /v1/bindings/:binding_id/members/:user_id',
      params: { binding_id: 'rb_1', user_id: 'a/b c;d' },
    });
  });

  it('gives an id of any length, so that it is refused as an id and not as a path', async () => {
    const long = 'x'.repeat(3_000);
    expect(await answerTo('GET', `/v1/bindings/${long}`)).to.deep.equal({
      served: 'get /v1/bindings/:binding_id',
      params: { binding_id: long },
    });
  });

  it('hands on an id that cannot be decoded as it was sent, so that it is refused as an id', async () => {
    expect(await answerTo('GET', '/v1/bindings/%zz')).to.deep.equal({
      served: 'get /v1/bindings/:binding_id',
      params: { binding_id: '%zz' },
    });
  });

  it('takes a trailing slash for nothing, and HEAD for GET', async () => {
    const list = { served: 'get /v1/bindings', params: {} };
    for (const path of ['/v1/bindings', '/v1/bindings/'])
      for (const method of ['GET', 'HEAD']) expect(await answerTo(method, path)).to.deep.equal(list);
  });

  it('never takes a literal path for an id, whatever the method is', async () => {
    expect(await answerTo('POST', '/v1/bindings/preview')).to.deep.equal({
      served: 'post /v1/bindings/preview',
      params: {},
    });
    expect(await answerTo('GET', '/v1/bindings/preview')).to.deep.equal({
      status: 405,
      headers: ['Allow', 'POST'],
    });
  });

  it('answers 405 with all methods of the path', async () => {
    expect(await answerTo('DELETE', '/v1/bindings')).to.deep.equal({
      status: 405,
      headers: ['Allow', 'GET, HEAD, POST'],
    });
  });

  it('leaves to others what is no path of an endpoint, or has an empty segment', async () => {
    for (const path of [
      ...['/', '*', '/v1', '/v1/bindings/rb_1/members', '/V1/bindings', '/v1/bindings/rb_1/x'],
      ...['/v1//bindings', '/v1/bindings//', '/v1/bindings//members/u'],
    ])
      expect([path, await answerTo('GET', path)]).to.deep.equal([path, 'nobody']);
  });
});
