import { type ReadOutcome, refuse } from '@govgate/domain';
import type { McpTarget } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { CallContext } from '../call/context.js';
import { makeCheckMcpDrift } from '../health-checks/check-mcp-drift.js';
import { answerOf, PROD_SCOPE, refusalOf } from '../testing/use-case-bench.js';
import { makeRunReadRequest } from './live-reading.js';
import { makeReadMcpTools } from './read-mcp-tools.js';
import { makeRegisterMcpServer } from './register-mcp-server.js';
import { makeSubmitMcpManifest } from './submit-mcp-manifest.js';
import { manifestInput, SERVER, ServerBench } from './testing/server-bench.js';

const ENDPOINT = 'https://crm.example/mcp';
const REF = 'file:mcp/crm-token';
const BEARER = { ref: REF, header: null, endpoint: ENDPOINT };
const GO_ON = { aborted: false };
const ROUND = {
  ...{ job: 'check_mcp_drift', jobId: 'round_1', subjectId: '', requestId: '' },
  ...{ tenantId: '', environmentId: null },
};
const UNREAD: ReadOutcome = { read: false, because: 'http_401' };

const register = (
  bench: ServerBench,
  fields: Partial<Parameters<ReturnType<typeof makeRegisterMcpServer>>[1]> = {},
  as: CallContext = bench.ada,
) => makeRegisterMcpServer(bench.ports)(as, { ...SERVER, manifest: manifestInput(), ...fields });

const submit = (
  bench: ServerBench,
  fields: Partial<Parameters<ReturnType<typeof makeSubmitMcpManifest>>[1]>,
) => makeSubmitMcpManifest(bench.ports)(bench.ada, { ...SERVER, manifest: manifestInput(), ...fields });

const stored = async (bench: ServerBench) => (await bench.server())?.readCredential;

describe('the credential that a server is read with', () => {
  it('is kept until it is replaced or removed, and never answered', async () => {
    const bench = await ServerBench.make();
    const answer = answerOf(await register(bench, { readCredentialRef: REF }));
    expect(JSON.stringify(answer)).not.to.contain('crm-token');
    expect(await stored(bench)).to.deep.equal(BEARER);
    answerOf(await submit(bench, { manifest: manifestInput({ version: '2' }) }));
    expect(await stored(bench)).to.deep.equal(BEARER);
    const other = { readCredentialRef: 'env:CRM_TOKEN', readCredentialHeader: 'X-Api-Key' };
    answerOf(await submit(bench, { manifest: manifestInput({ version: '3' }), ...other }));
    expect(await stored(bench)).to.deep.equal({
      ref: 'env:CRM_TOKEN',
      header: 'X-Api-Key',
      endpoint: ENDPOINT,
    });
    expect(await bench.lastEvent()).to.deep.include({ eventType: 'mcp_server.registered' });
    expect((await bench.lastEvent())?.changedFields).to.include('readCredential');
    answerOf(await submit(bench, { manifest: manifestInput({ version: '4' }), readCredentialRef: null }));
    expect(await stored(bench)).to.equal(null);
  });

  it('wants the permission to review, as nobody reviews it', async () => {
    const bench = await ServerBench.make();
    await bench.bench.grant('bob', 'server_owner');
    const bob = await bench.bench.as('bob');
    expect(refusalOf(await register(bench, { readCredentialRef: REF }, bob))).to.equal(
      'permission_denied read_credential_ref',
    );
    expect(await bench.server()).to.equal(undefined);
    answerOf(await register(bench, { readCredentialRef: null }, bob));
  });

  it('is a reference of a tenant, in a header that the reader does not set', async () => {
    const bench = await ServerBench.make();
    for (const ref of ['secret-token', 'file:/etc/passwd', 'file:../x', 'env:1', 'https://a.example/'])
      expect(await register(bench, { readCredentialRef: ref })).to.deep.equal(
        refuse('invalid_request', 'read_credential_ref'),
      );
    for (const header of ['Host', 'mcp-session-id', 'content-length', 'a b', 'x\r\ny', 'User-Agent'])
      expect(await register(bench, { readCredentialRef: REF, readCredentialHeader: header })).to.deep.equal(
        refuse('invalid_request', 'read_credential_header'),
      );
    expect(await register(bench, { readCredentialHeader: 'X-Api-Key' })).to.deep.equal(
      refuse('invalid_request', 'read_credential_ref'),
    );
  });

  it('goes to the address that it was given for, and to no other', async () => {
    const bench = await ServerBench.make();
    const first = answerOf(await register(bench, { readCredentialRef: REF }));
    answerOf(await bench.calls.approve(first));
    const requests: McpTarget[] = [];
    const mcpProbe = {
      read: async (target: McpTarget) => {
        requests.push(target);
        return UNREAD;
      },
    };
    await makeCheckMcpDrift({ ...bench.ports, mcpProbe })(ROUND, GO_ON);
    const moved = manifestInput({ endpoint: 'https://elsewhere.example/mcp', version: '2' });
    answerOf(await submit(bench, { manifest: moved }));
    const run = makeRunReadRequest({ ...bench.ports, mcpProbe });
    const enqueue = (job: Parameters<typeof run>[0]) => run(job, GO_ON);
    const jobQueue = { ...bench.ports.jobQueue, enqueue, hasWorker: async () => true };
    const read = makeReadMcpTools({ ...bench.ports, jobQueue });
    expect(refusalOf(await read(bench.ada, SERVER))).to.equal('http_401 manifest.endpoint');
    expect(requests).to.deep.equal([
      { scope: PROD_SCOPE, endpoint: ENDPOINT, credential: BEARER },
      { scope: PROD_SCOPE, endpoint: 'https://elsewhere.example/mcp', credential: null },
    ]);
  });
});
