import { expect } from 'chai';
import { describe, it } from 'mocha';
import { runCli } from '../testing/processes/spawned-service.js';

const draft = (effect: string): string =>
  JSON.stringify({
    body: { manifest_version: '1.0', default_effect: 'deny', rules: [] },
    tests: {
      tests_version: '1.0',
      subjects: { ada: {} },
      targets: { crm: { kind: 'mcp_server', server_id: 'crm' } },
      cases: {
        listing: { subjects: ['ada'], targets: ['crm'], actions: ['tool.list'], expected: [{ effect }] },
      },
    },
  });

describe('govgate policy test', function () {
  this.timeout(60_000);

  it('tests standard input, needs no store and exits 1 when a test fails', async () => {
    const nowhere = { GOVGATE_DATA: '/nonexistent' };
    expect(await runCli(['policy', 'test', '-'], nowhere, draft('deny'))).to.deep.equal({
      code: 0,
      stdout: '',
      stderr: '1 call(s) of 1 case(s) passed.\n',
    });
    const { code, stderr } = await runCli(['policy', 'test', '-'], nowhere, draft('allow'));
    expect([code, stderr]).to.deep.equal([1, 'govgate: 1 of 1 call(s) of 1 case(s) failed.\n']);
  });
});
