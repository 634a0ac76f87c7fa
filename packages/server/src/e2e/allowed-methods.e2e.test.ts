import { expect } from 'chai';
import { startTestService, type TestService } from '../testing/test-service.js';

describe('methods of an endpoint', () => {
  let service: TestService;
  let paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;

  before(async () => {
    service = await startTestService();
    paths = (await service.call('/v1/openapi.json')).json.paths;
  });
  after(() => service.stop());

  const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'];

  const documented = (path: string): readonly string[] => {
    const methods = METHODS.filter((method) => paths[path]?.[method] !== undefined);
    return [...new Set(methods.includes('get') ? ['head', ...methods] : methods)];
  };

  it('are reported by Allow as in the document, even where a path could be mistaken for an id', async () => {
    const reported: Record<string, string | null> = {};
    const wanted: Record<string, string> = {};
    for (const path of Object.keys(paths)) {
      const answer = await service.call(path.replaceAll(/\{[^}]+\}/g, 'an_id'), { method: 'OPTIONS' });
      expect([path, answer.status]).to.deep.equal([path, 405]);
      reported[path] = answer.headers.get('allow');
      wanted[path] = documented(path)
        .map((method) => method.toUpperCase())
        .sort()
        .join(', ');
    }
    expect(reported).to.deep.equal(wanted);
    expect(Object.keys(reported)).to.include('/v1/admin/role-bindings/preview');
  });

  it('are only its own for a path that is a separate endpoint', async () => {
    const answer = await service.call('/v1/admin/role-bindings/preview', { method: 'GET' });
    expect([answer.status, answer.json.reasonCode]).to.deep.equal([405, 'method_not_allowed']);
  });
});
