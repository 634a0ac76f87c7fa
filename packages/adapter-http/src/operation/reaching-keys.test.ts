import { canonicalJson, type Json, ok, refuse } from '@govgate/domain';
import { expect } from 'chai';
import * as v from 'valibot';
import { EvaluationBody } from '../wire/authzen.js';
import { FreeObject, JsonSchemaObject } from '../wire/json-value.js';
import { RegisterMcpServerBody } from '../wire/mcp-server-input.js';
import { REACHING_KEYS } from './reaching-keys.js';
import { validate } from './validate.js';
import { verbatim } from './verbatim.js';

const BODY = v.strictObject({
  name: v.optional(v.string()),
  list: v.optional(v.array(v.object({ also: v.number() }))),
  manifest: v.optional(verbatim(JsonSchemaObject)),
  schema: v.optional(verbatim(FreeObject)),
});

/** As a parsed body has it: an own property, whatever its name. */
const keyed = (key: string, value: unknown = 1) =>
  JSON.parse(`{"${key}": ${JSON.stringify(value)}}`) as Record<string, unknown>;

describe('keys that reach into prototypes', () => {
  for (const key of REACHING_KEYS) {
    it(`are refused among declared members: ${key}`, () => {
      for (const [body, field] of [
        [keyed(key), undefined],
        [{ name: 'a', ...keyed(key) }, undefined],
        [{ list: [{ also: 2 }, { also: 2, ...keyed(key, {}) }] }, 'list.1'],
        [{ manifest: { rules: [keyed(key)] } }, 'manifest'],
        [{ name: keyed(key) }, 'name'],
      ] as const)
        expect(validate(BODY, body, 'body')).to.deep.equal(refuse('invalid_request', field));
    });

    it(`are names like others in free JSON: ${key}`, () => {
      const schema = { properties: { ...keyed(key, { type: 'string' }), plain: keyed(key, keyed(key)) } };
      const checked = validate(BODY, { schema }, 'body');
      expect(checked).to.deep.equal(ok({ schema }));
      expect(JSON.stringify(checked)).to.equal(JSON.stringify(ok({ schema })));
    });

    it(`are names in definitions of MCP servers and in questions: ${key}`, () => {
      const open = keyed(key, keyed(key, 'x'));
      const tool = {
        ...{ tool_id: 'a', name: 'a', input_schema: open, output_schema: open },
        ...{ annotations: open, execution: open, _meta: open, icons: [open] },
      };
      const manifest = {
        ...{ name: 'CRM', version: '1', credential_mode: 'none', tools: [tool] },
        owner: { team: 'a', user_id: 'b', escalation_contact: 'c', oncall_rotation: 'd' },
        docs_url: 'https://docs.example.com',
      };
      const question = {
        subject: { type: 'user', id: 'ada', properties: open },
        action: { name: 'tool.invoke', properties: open },
        resource: { type: 'mcp_tool', id: 'srv/a', properties: open },
        context: open,
      };
      for (const [body, sent] of [
        [RegisterMcpServerBody, { server_id: 'srv_crm', manifest }],
        [EvaluationBody, question],
      ] as const)
        expect(canonicalJson(validate(body, sent, 'body') as unknown as Json)).to.equal(
          canonicalJson(ok(sent) as unknown as Json),
        );
      expect(validate(EvaluationBody, { ...question, ...open }, 'body')).to.deep.equal(
        refuse('invalid_request'),
      );
    });
  }
});
