import { expect } from 'chai';
import {
  MAX_MANIFEST_TOOLS,
  type Manifest,
  manifestDocument,
  manifestRefusal,
  serverManifestHash,
} from './manifest.js';
import { manifestOf, toolOf } from './testing/servers.js';

const LEAK = 'see https://ada:example@wiki.example';

describe('manifestRefusal', () => {
  const refusalOf = (fields: Partial<Manifest>) => manifestRefusal(manifestOf(fields))?.refusal;
  const ownerWith = (fields: Partial<Manifest['owner']>) => ({ owner: { ...manifestOf().owner, ...fields } });
  const leakAt = (field: string) => ({ reasonCode: 'forbidden_material', field });

  it('accepts a manifest without the optional fields', () => {
    const { endpoint: _, ...unreached } = manifestOf({ tools: [] });
    expect(manifestRefusal(unreached)).to.equal(undefined);
  });

  it('names the part in which a text holds a credential', () => {
    expect([
      refusalOf({ name: LEAK }),
      refusalOf({ version: LEAK }),
      refusalOf(ownerWith({ escalationContact: LEAK })),
      refusalOf(ownerWith({ oncallRotation: LEAK })),
    ]).to.deep.equal([
      leakAt('manifest'),
      leakAt('manifest'),
      leakAt('manifest.owner'),
      leakAt('manifest.owner'),
    ]);
  });

  it('finds a credential in each text of any tool', () => {
    for (const fields of [
      { name: LEAK },
      { description: LEAK },
      { deniedReason: LEAK },
      { inputSchemaRef: 'https://schemas.example/search?access_token=example' },
      { inputSchema: { description: LEAK } },
    ])
      expect(
        refusalOf({ tools: [toolOf('search'), toolOf('delete', fields)] }),
        JSON.stringify(fields),
      ).to.deep.equal(leakAt('manifest.tools'));
  });

  it('accepts as many tools as the limit allows and not one more', () => {
    const tools = (count: number) =>
      Array.from({ length: count }, (_, index) => toolOf(`tool_${index}`, { inputSchema: {} }));
    expect(refusalOf({ tools: tools(MAX_MANIFEST_TOOLS) })).to.equal(undefined);
    expect(refusalOf({ tools: tools(MAX_MANIFEST_TOOLS + 1) })).to.deep.equal({
      reasonCode: 'limit_exceeded',
      field: 'manifest.tools',
    });
  });

  it('requires every tool id and tool name to be unique', () => {
    const twice = { reasonCode: 'invalid_request', field: 'manifest.tools' };
    expect([
      refusalOf({ tools: [toolOf('a'), toolOf('b', { name: 'a' })] }),
      refusalOf({ tools: [toolOf('a'), toolOf('a', { name: 'b' })] }),
      refusalOf({ tools: [toolOf('a', { name: 'b' }), toolOf('b', { name: 'a' })] }),
    ]).to.deep.equal([twice, twice, undefined]);
  });
});

describe('the hash of a manifest', () => {
  it('covers the manifest as the API returns it', () => {
    const tools = [toolOf('search', { gatewayStatus: 'denied', deniedReason: 'Too sharp' })];
    expect(manifestDocument(manifestOf({ tools }))).to.deep.equal({
      schema_version: '1.0',
      server_id: 'srv_crm',
      name: 'CRM',
      tenant_id: 'acme',
      environment_id: 'production',
      version: '1.0.0',
      owner: {
        team: 'sales',
        user_id: 'usr_carol',
        escalation_contact: 'sales@example',
        oncall_rotation: 'sales',
      },
      endpoint: 'https://crm.example/mcp',
      registration_status: 'active',
      credential_mode: 'shared_service',
      requested_approval_status: 'pending_review',
      docs_url: 'https://docs.example/crm',
      tools: [
        {
          tool_id: 'search',
          name: 'search',
          description: 'The search tool',
          risk_tier: 'low',
          gateway_status: 'denied',
          denied_reason: 'Too sharp',
          input_schema_ref: 'schema:search',
          input_schema: { type: 'object', title: 'search' },
          policy_refs: [],
        },
      ],
    });
  });

  it('includes no key for omitted fields, so that absent and empty differ', () => {
    const { endpoint: _, ...unreached } = manifestOf();
    const { inputSchema: __, ...bare } = toolOf('search');
    const document = manifestDocument({ ...unreached, tools: [bare] });
    expect(document).not.to.have.property('endpoint');
    expect(document.tools).to.deep.equal([
      {
        tool_id: 'search',
        name: 'search',
        description: 'The search tool',
        risk_tier: 'low',
        gateway_status: 'pending',
        input_schema_ref: 'schema:search',
        policy_refs: [],
      },
    ]);
    expect(serverManifestHash(unreached)).not.to.equal(serverManifestHash({ ...unreached, endpoint: '' }));
  });
});
