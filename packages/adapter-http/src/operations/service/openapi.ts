import { hash } from 'node:crypto';
import { ok } from '@govgate/domain';
import * as v from 'valibot';
import { defineOperation, type Operation } from '../../operation/define-operation.js';
import { NoQuery } from '../../wire/fields.js';

const tags = new WeakMap<object, string>();

/** The endpoint serving the OpenAPI document. The document covers all operations, this one included, so it is passed in. */
export const makeOpenApiOperation = (document: () => Record<string, unknown>): Operation =>
  defineOperation({
    id: 'readOpenApi',
    method: 'get',
    path: '/v1/openapi.json',
    run: () => async () => ok(document()),
    summary: 'The OpenAPI 3.1 document of this service',
    tag: 'service',
    permission: 'public',
    scope: 'none',
    extension: true,
    params: v.object({}),
    query: NoQuery,
    response: v.record(v.string(), v.unknown()),
    // Constant for the life of the process: built and serialized once, identified by its ETag.
    cacheable: 'until_any_commit',
    recordTag: tagOf,
    toInput: () => ({}),
  });

const tagOf = (document: Record<string, unknown>): string => {
  const known = tags.get(document) ?? hash('sha256', JSON.stringify(document), 'base64url').slice(0, 16);
  tags.set(document, known);
  return known;
};
