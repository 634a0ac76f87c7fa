// Nothing here runs: the compiler is the test. Each `@ts-expect-error` is a wrong way out that must not compile.
import type * as application from '@govgate/application';
import { makeReadGroup, type UseCase } from '@govgate/application';
import { ok } from '@govgate/domain';
import type { JsonLines } from '@govgate/domain/internal';
import * as v from 'valibot';
import { GroupAnswer } from '../wire/group.js';
import { type AllPorts, defineOperation } from './define-operation.js';
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

const readsGroup = (ports: AllPorts) => async (context: application.CallContext) =>
  makeReadGroup(ports)(context, { tenantId: 'acme', groupId: 'operators' });

const gives =
  <T>(value: T): (() => UseCase<object, T>) =>
  () =>
  async () =>
    ok(value);

const givesNames = gives(['a', 'b']);

defineOperation({ ...shared, response: GroupAnswer, useCase: readsGroup });

// @ts-expect-error the members of a group are texts, not a number
defineOperation({
  ...shared,
  response: v.object({ ...GroupAnswer.entries, members: v.number() }),
  useCase: readsGroup,
});

// @ts-expect-error a group has no owner
defineOperation({
  ...shared,
  response: v.object({ ...GroupAnswer.entries, owner: v.string() }),
  useCase: readsGroup,
});

defineOperation({
  ...shared,
  response: v.object({ shown_name: v.string() }),
  useCase: gives({ shownName: 'a', more: 1 }),
});

// @ts-expect-error what may be absent is not what is always there
defineOperation({ ...shared, response: v.object({ a: v.string() }), useCase: gives({} as { a?: string }) });

// @ts-expect-error a text is none of the values of a list
defineOperation({
  ...shared,
  response: v.object({ state: v.picklist(['on', 'off']) }),
  useCase: gives({ state: 'half' }),
});

// @ts-expect-error inside, keys are in camelCase
defineOperation({
  ...shared,
  response: v.object({ shown_name: v.string() }),
  useCase: gives({ shown_name: 'a' }),
});

// @ts-expect-error also an optional one, which would be lost otherwise
defineOperation({
  ...shared,
  response: v.object({ id: v.string(), items: v.array(v.object({ shown_name: v.optional(v.string()) })) }),
  useCase: gives({ id: 'a', items: [{ shown_name: 'a' }] }),
});

const ApprovalAnswer = v.object({ wanted_of: verbatim(v.array(v.object({ approver_role: v.string() }))) });

defineOperation({
  ...shared,
  response: ApprovalAnswer,
  useCase: gives({ wantedOf: [{ approver_role: 'a' }] }),
});

// @ts-expect-error what is verbatim is not re-spelt
defineOperation({
  ...shared,
  response: ApprovalAnswer,
  useCase: gives({ wantedOf: [{ approverRole: 'a' }] }),
});

defineOperation({
  ...shared,
  response: v.object({ total: v.number() }),
  useCase: givesNames,
  toWire: (names) => ({ total: names.length }),
});

defineOperation({
  ...shared,
  response: v.object({ total: v.number() }),
  useCase: givesNames,
  // @ts-expect-error what toWire makes is held against the schema too
  toWire: (names) => ({ total: names }),
});

const streams = <Line>(): (() => UseCase<object, { readonly stream: AsyncIterable<JsonLines<Line>> }>) =>
  gives({ stream: (async function* () {})() as AsyncIterable<JsonLines<Line>> });

const streamed = {
  ...shared,
  response: v.union([v.object({ shown_name: v.string() }), v.object({ wanted_of: v.array(v.number()) })]),
  contentType: 'application/x-ndjson',
} as const;

defineOperation({
  ...streamed,
  useCase: streams<{ shown_name: string } | { wanted_of: readonly number[] }>(),
});
defineOperation({ ...streamed, useCase: streams<{ shown_name: string }>() });

// @ts-expect-error a line is one of those of the response
defineOperation({ ...streamed, useCase: streams<{ shown_name: string } | { of: string }>() });

// @ts-expect-error a field of a line is as the response has it
defineOperation({ ...streamed, useCase: streams<{ shown_name: number }>() });

// @ts-expect-error lines are spelt as they leave
defineOperation({ ...streamed, useCase: streams<{ shownName: string }>() });

const texts = { stream: (async function* () {})() as AsyncIterable<string> };

// @ts-expect-error nobody knows what lines a text has
defineOperation({ ...streamed, useCase: gives(texts) });

// @ts-expect-error only a list of lines can be streamed
defineOperation({ ...shared, response: streamed.response, useCase: streams<{ shown_name: string }>() });

type OpenOutput = {
  [Name in keyof typeof application]: (typeof application)[Name] extends (
    ports: never,
  ) => UseCase<never, infer Output>
    ? unknown extends Output
      ? Name
      : never
    : never;
}[keyof typeof application];

/** A use case whose output is `any` or `unknown` would fit every schema: there is none. */
export const everyOutputIsTyped: [OpenOutput] extends [never] ? true : OpenOutput = true;
