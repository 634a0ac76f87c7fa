import { ok, refuse } from '@govgate/domain';
import { expect } from 'chai';
import * as v from 'valibot';
import type { AnySchema } from './schema-shape.js';
import { validate } from './validate.js';

const BODY = v.strictObject({
  tenant_id: v.string(),
  environment_id: v.optional(v.string()),
  owner: v.optional(v.strictObject({ team: v.pipe(v.string(), v.maxLength(8)) })),
  nothing: v.optional(v.pipe(v.number(), v.minValue(1))),
});
const QUERY = v.strictObject({
  tenant_id: v.string(),
  ...Object.fromEntries(
    ['sort', 'order', 'page_size', 'limit', 'page_token', 'cursor', 'status'].map((name) => [
      name,
      v.optional(v.picklist(['good'])),
    ]),
  ),
});

const refusal = (schema: AnySchema, value: unknown, place: 'query' | 'body') => {
  const checked = validate(schema, value, place);
  if (checked.ok) return 'taken';
  // The hints are covered by the tests of explainIssue.
  const { detail: _, expected: __, ...reported } = checked.refusal;
  return reported;
};

describe('checking a request against its schema', () => {
  it('passes on the schema’s output', () => {
    const trimmed = v.strictObject({ name: v.pipe(v.string(), v.trim()) });
    expect(validate(trimmed, { name: ' a ' }, 'body')).to.deep.equal({ ok: true, value: { name: 'a' } });
  });

  it('calls a field that nobody declared unknown, in a body and in a query, at any depth', () => {
    const unknown = (field: string) => ({ reasonCode: 'unknown_field', field });
    expect(refusal(BODY, { tenant_id: 'acme', surplus: 1 }, 'body')).to.deep.equal(unknown('surplus'));
    expect(refusal(QUERY, { tenant_id: 'acme', surplus: '1' }, 'query')).to.deep.equal(unknown('surplus'));
    const inside = { tenant_id: 'acme', owner: { team: 'risk', surplus: 1 } };
    expect(refusal(BODY, inside, 'body')).to.deep.equal(unknown('owner.surplus'));
  });

  it('distinguishes a missing scope from a wrong one', () => {
    const missing = { reasonCode: 'missing_scope', field: 'tenant_id' };
    const wrong = (field: string) => ({ reasonCode: 'invalid_request', field });
    for (const [schema, place] of [
      [BODY, 'body'],
      [QUERY, 'query'],
    ] as const) {
      expect(refusal(schema, {}, place)).to.deep.equal(missing);
      expect(refusal(schema, { tenant_id: 7 }, place)).to.deep.equal(wrong('tenant_id'));
    }
    const places = v.strictObject({ tenant_id: v.string(), environment_id: v.string() });
    expect(refusal(places, { tenant_id: 'acme' }, 'query')).to.deep.equal({
      ...missing,
      field: 'environment_id',
    });
    expect(refusal(places, { tenant_id: 'acme', environment_id: 7 }, 'query')).to.deep.equal(
      wrong('environment_id'),
    );
  });

  it('calls anything else wrong in a body an invalid request, by its path', () => {
    const invalid = (field: string) => ({ reasonCode: 'invalid_request', field });
    const inBody = (fields: object) => refusal(BODY, { tenant_id: 'acme', ...fields }, 'body');
    expect(inBody({ owner: {} })).to.deep.equal(invalid('owner.team'));
    expect(inBody({ owner: { team: 'far too long' } })).to.deep.equal(invalid('owner.team'));
    expect(inBody({ nothing: 0 })).to.deep.equal(invalid('nothing'));
    expect(refusal(BODY, 'text', 'body')).to.deep.equal({ reasonCode: 'invalid_request' });
  });

  it('accepts no list as an object, at any depth', () => {
    const inner = v.strictObject({ a: v.optional(v.string()) });
    const schema = v.strictObject({
      map: v.optional(v.record(v.string(), v.unknown())),
      list: v.optional(v.array(inner)),
    });
    const help = { detail: 'The value must be an object.', expected: { type: 'object' } };
    for (const [body, field] of [
      [{ map: [1] }, 'map'],
      [{ map: [] }, 'map'],
      [{ list: [{}, []] }, 'list.1'],
    ] as const)
      expect(validate(schema, body, 'body')).to.deep.equal(refuse('invalid_request', field, help));
    const right = { map: { list: [[]] }, list: [{}] };
    expect(validate(schema, right, 'body')).to.deep.equal(ok(right));
  });

  it('names what kind of parameter is wrong in a query', () => {
    const kinds = ['sort', 'order', 'page_size', 'limit', 'page_token', 'cursor', 'status'].map((name) => [
      name,
      refusal(QUERY, { tenant_id: 'acme', [name]: 'bad' }, 'query'),
    ]);
    const told = (field: string, reasonCode: string) => [field, { reasonCode, field }];
    expect(kinds).to.deep.equal([
      told('sort', 'invalid_sort'),
      told('order', 'invalid_sort'),
      told('page_size', 'invalid_page_size'),
      told('limit', 'invalid_page_size'),
      told('page_token', 'invalid_cursor'),
      told('cursor', 'invalid_cursor'),
      told('status', 'invalid_filter'),
    ]);
  });

  it('refuses a free text that contains a credential, in a body and in a query, by its path', () => {
    const leaking = `https://${'ada:example'}@wiki.example`;
    const free = v.strictObject({ owner: v.strictObject({ contact: v.string() }) });
    expect(refusal(free, { owner: { contact: leaking } }, 'body')).to.deep.equal({
      reasonCode: 'forbidden_material',
      field: 'owner.contact',
    });
    expect(refusal(v.strictObject({ region: v.string() }), { region: leaking }, 'query')).to.deep.equal({
      reasonCode: 'forbidden_material',
      field: 'region',
    });
    expect(refusal(free, { owner: { contact: 'ada@wiki.example' } }, 'body')).to.equal('taken');
  });

  it('never repeats a value, nor a name that no field can have', () => {
    for (const name of ['<script>', 'a b', '!', 'ok!', 'x'.repeat(129)])
      expect(refusal(BODY, { tenant_id: 'acme', [name]: 1 }, 'body')).to.deep.equal({
        reasonCode: 'unknown_field',
      });
    const longest = 'x'.repeat(128);
    expect(refusal(BODY, { tenant_id: 'acme', [longest]: 1 }, 'body')).to.deep.equal({
      reasonCode: 'unknown_field',
      field: longest,
    });
  });
});
