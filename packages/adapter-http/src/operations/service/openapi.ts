import { ok } from '@govgate/domain';
import * as v from 'valibot';
import { defineOperation, type Operation } from '../../operation/define-operation.js';
import { SharedFile } from '../../operation/shared-file.js';
import { NoQuery } from '../../wire/fields.js';

/** The endpoint serving the OpenAPI document. The document covers all operations, this one included, so it is passed in. */
export const makeOpenApiOperation = (document: () => Record<string, unknown>): Operation => {
  const files = new Map<string, SharedFile>();
  const fileBelow = (publicUrl: string): SharedFile => {
    // A service that nothing listens for has no address.
    const path = URL.canParse(publicUrl) ? new URL(publicUrl).pathname : '/';
    const file =
      files.get(path) ?? new SharedFile(JSON.stringify({ ...document(), servers: [{ url: path }] }));
    files.set(path, file);
    return file;
  };
  return defineOperation({
    id: 'readOpenApi',
    method: 'get',
    path: '/v1/openapi.json',
    useCase:
      ({ publicUrl }) =>
      async () =>
        ok(fileBelow(publicUrl())),
    summary: 'The OpenAPI 3.1 document of this service',
    description: 'Its server is the path of the service’s public URL.',
    tag: 'service',
    permission: 'public',
    scope: 'none',
    extension: true,
    params: v.object({}),
    query: NoQuery,
    response: v.record(v.string(), v.unknown()),
    toInput: () => ({}),
  });
};
