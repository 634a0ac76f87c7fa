import { expect } from 'chai';
import * as v from 'valibot';
import { Id, Name, PageSize } from '../wire/fields.js';
import { RoleBindingBody } from '../wire/role-binding.js';
import type { AnySchema } from './schema-shape.js';
import { validate } from './validate.js';

const BODY = v.strictObject({
  owner: v.strictObject({ team: Id }),
  reason_code: v.optional(Name),
  tools: v.optional(v.pipe(v.array(v.strictObject({ tool_id: Id })), v.maxLength(2))),
  target: v.optional(
    v.variant('kind', [
      v.strictObject({ kind: v.literal('server'), server_id: Id }),
      v.strictObject({ kind: v.literal('source'), source_id: Id }),
    ]),
  ),
});
const VALID = { owner: { team: 'a' } };

const helpFor = (schema: AnySchema, value: unknown, place: 'query' | 'body' = 'body') => {
  const checked = validate(schema, value, place);
  if (checked.ok) return 'taken';
  const { detail, expected, field } = checked.refusal;
  return { field, detail, expected };
};

describe('what helps a caller to get a request right', () => {
  it('names the nearest field for one that is unknown, whatever its casing', () => {
    const near = {
      detail: 'There is no such field; the nearest one is reason_code.',
      expected: { values: ['reason_code'] },
    };
    for (const field of ['reason_cod', 'reasonCode', 'reason-code'])
      expect(helpFor(BODY, { ...VALID, [field]: 'x' })).to.deep.equal({ field, ...near });
  });

  it('names every field where none is similar', () => {
    expect(helpFor(BODY, { owner: { team: 'a', surprise: 1 } })).to.deep.equal({
      field: 'owner.surprise',
      detail: 'There is no such field; there are team.',
      expected: { values: ['team'] },
    });
    expect(helpFor(v.strictObject({}), { a: '1' }, 'query')).to.deep.equal({
      field: 'a',
      detail: 'Nothing may be sent here.',
      expected: undefined,
    });
  });

  it('repeats no name that is or contains a credential', () => {
    const name = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;
    expect(helpFor(BODY, { ...VALID, [name]: 1 })).to.have.property('field', undefined);
    expect(JSON.stringify(helpFor(BODY, { ...VALID, [name]: 1 }))).not.to.contain('ghp_');
  });

  it('says what a missing field must be, and the limits of one that breaks them', () => {
    const id = { type: 'string', pattern: Id.pipe[1].requirement.source };
    expect(helpFor(BODY, {})).to.deep.equal({
      field: 'owner',
      detail: 'The field is required: an object.',
      expected: { type: 'object' },
    });
    expect(helpFor(BODY, { owner: {} })).to.deep.equal({
      field: 'owner.team',
      detail: `The field is required: a text that matches ${id.pattern}.`,
      expected: id,
    });
    expect(helpFor(BODY, { ...VALID, reason_code: '' })).to.deep.equal({
      field: 'reason_code',
      detail: 'The value must be a text of 1 to 128 characters.',
      expected: { type: 'string', minLength: 1, maxLength: 128 },
    });
    expect(helpFor(BODY, { ...VALID, tools: [1, 2, 3] })).to.deep.equal({
      field: 'tools.0',
      detail: 'The value must be an object.',
      expected: { type: 'object' },
    });
    expect(helpFor(v.strictObject({ limit: PageSize }), { limit: '201' }, 'query')).to.deep.equal({
      field: 'limit',
      detail: 'The value must be a whole number from 1 to 200.',
      expected: { type: 'integer', minimum: 1, maximum: 200 },
    });
  });

  it('names the fields of the form that was chosen', () => {
    const forms = v.variant('kind', [
      v.strictObject({ kind: v.literal('server'), server_id: Id }),
      v.strictObject({ kind: v.literal('source'), source_id: Id }),
    ]);
    expect(helpFor(forms, { kind: 'server', server_id: 'a', zzzzzzzz: 1 })).to.deep.include({
      expected: { values: ['kind', 'server_id'] },
    });
  });

  it('explains a field by the form that was chosen, not by another that has a field of that name', () => {
    const helpForScope = (scope: object) =>
      helpFor(RoleBindingBody, {
        role: 'viewer',
        subject: { subject_type: 'user', subject_id: 'a' },
        reason_code: 'because',
        scope,
      });
    const expected = { type: 'string', pattern: Id.pipe[1].requirement.source };
    const field = 'scope.environment_id';
    const said = `a text that matches ${expected.pattern}`;
    expect(helpForScope({ scope_type: 'environment' })).to.deep.equal({
      field,
      detail: `The field is required: ${said}.`,
      expected,
    });
    expect(helpForScope({ scope_type: 'environment', environment_id: null })).to.deep.equal({
      field,
      detail: `The value must be ${said}.`,
      expected,
    });
    expect(helpForScope({ scope_type: 'tenant', environment_id: 'production' })).to.deep.equal({
      field,
      detail: 'The value must be null.',
      expected: { type: 'null' },
    });
    expect(helpForScope({ scope_type: 'owner_team', owner_team: 'a', zzzzzzzz: 1 })).to.deep.equal({
      field: 'scope.zzzzzzzz',
      detail:
        'There is no such field; there are environment_id, owner_team, resource_type, resource_id, scope_type.',
      expected: {
        values: ['environment_id', 'owner_team', 'resource_type', 'resource_id', 'scope_type'],
      },
    });
  });

  it('names the unknown field beside a missing one: mostly it is the same field, misspelt', () => {
    const near = (field: string, nearest: string) => ({
      field,
      detail: `There is no such field; the nearest one is ${nearest}.`,
      expected: { values: [nearest] },
    });
    expect(helpFor(v.strictObject({ user_id: Id }), { userId: 'bea' })).to.deep.equal(
      near('userId', 'user_id'),
    );
    const scope = { scope_type: 'environment', environmentId: 'production' };
    expect(
      helpFor(v.strictObject({ reason_code: Name, scope: RoleBindingBody.entries.scope }), { scope }),
    ).to.deep.equal(near('scope.environmentId', 'environment_id'));
  });

  it('lists the values of all forms where a value selects the form', () => {
    expect(helpFor(BODY, { ...VALID, target: { kind: 'printer' } })).to.deep.equal({
      field: 'target.kind',
      detail: 'The value must be one of "server", "source".',
      expected: { values: ['server', 'source'] },
    });
    const grant = {
      role: 'viewer',
      subject: { subject_type: 'user', subject_id: 'a' },
      reason_code: 'because',
    };
    expect(helpFor(RoleBindingBody, { ...grant, scope: { scope_type: 'owner_team' } })).to.have.property(
      'field',
      'scope.owner_team',
    );
  });
});
