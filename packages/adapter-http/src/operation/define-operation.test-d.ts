// Nothing here runs: the compiler is the test. Each `@ts-expect-error` is a wrong way out that must not compile.
import type { UseCase, UseCases } from '@govgate/application';
import { ok } from '@govgate/domain';
import * as v from 'valibot';
import { GroupAnswer } from '../wire/group.js';
import { defineOperation } from './define-operation.js';
import { verbatim } from './verbatim.js';

const shared = {
  id: 'typed',
  method: 'get',
  path: '/v1/typed',
  summary: 'Typed',
  tag: 'service',
  permission: 'authenticated',
  scope: 'none',
  params: v.object({}),
  query: v.strictObject({}),
  toInput: () => ({}),
} as const;

const readsGroup = (useCases: UseCases) => async (context: Parameters<UseCases['readGroup']>[0]) =>
  useCases.readGroup(context, { tenantId: 'acme', groupId: 'operators' });

const gives =
  <T>(value: T): (() => UseCase<object, T>) =>
  () =>
  async () =>
    ok(value);

const givesNames = gives(['a', 'b']);

defineOperation({ ...shared, response: GroupAnswer, run: readsGroup });

// @ts-expect-error the members of a group are texts, not a number
defineOperation({
  ...shared,
  response: v.object({ ...GroupAnswer.entries, members: v.number() }),
  run: readsGroup,
});

// @ts-expect-error a group has no owner
defineOperation({
  ...shared,
  response: v.object({ ...GroupAnswer.entries, owner: v.string() }),
  run: readsGroup,
});

defineOperation({
  ...shared,
  response: v.object({ shown_name: v.string() }),
  run: gives({ shownName: 'a', more: 1 }),
});

// @ts-expect-error what may be absent is not what is always there
defineOperation({ ...shared, response: v.object({ a: v.string() }), run: gives({} as { a?: string }) });

// @ts-expect-error a text is none of the values of a list
defineOperation({
  ...shared,
  response: v.object({ state: v.picklist(['on', 'off']) }),
  run: gives({ state: 'half' }),
});

// @ts-expect-error inside, keys are in camelCase
defineOperation({
  ...shared,
  response: v.object({ shown_name: v.string() }),
  run: gives({ shown_name: 'a' }),
});

const ApprovalAnswer = v.object({ wanted_of: verbatim(v.array(v.object({ approver_role: v.string() }))) });

defineOperation({ ...shared, response: ApprovalAnswer, run: gives({ wantedOf: [{ approver_role: 'a' }] }) });

// @ts-expect-error what is verbatim is not re-spelt
defineOperation({ ...shared, response: ApprovalAnswer, run: gives({ wantedOf: [{ approverRole: 'a' }] }) });

defineOperation({
  ...shared,
  response: v.object({ total: v.number() }),
  run: givesNames,
  toWire: (names) => ({ total: names.length }),
});

defineOperation({
  ...shared,
  response: v.object({ total: v.number() }),
  run: givesNames,
  // @ts-expect-error what toWire makes is held against the schema too
  toWire: (names) => ({ total: names }),
});

const lines = { stream: (async function* () {})() as AsyncIterable<string> };

defineOperation({ ...shared, response: GroupAnswer, contentType: 'application/x-ndjson', run: gives(lines) });

// @ts-expect-error only a list of lines can be streamed
defineOperation({ ...shared, response: GroupAnswer, run: gives(lines) });

type OpenOutput = {
  [Name in keyof UseCases]: UseCases[Name] extends UseCase<never, infer Output>
    ? unknown extends Output
      ? Name
      : never
    : Name;
}[keyof UseCases];

/** A use case whose output is `any` or `unknown` would fit every schema: there is none. */
export const everyOutputIsTyped: [OpenOutput] extends [never] ? true : OpenOutput = true;
