import type { IncomingHttpHeaders } from 'node:http';
import { isId } from '@govgate/domain';
import { holdsSecretMaterial } from '@govgate/domain/internal';
import * as v from 'valibot';
import { holdsOwnCredential } from './own-credential.js';
import { type AnySchema, entriesOf } from './schema-shape.js';

/**
 * An id, or "". One that breaks the id pattern or looks like a credential is answered like an absent record, and its text reaches no trail
 * and no log (docs/spec/conventions.md).
 */
export const pathId = (text: string): string => (isId(text) && !holdsSecretMaterial(text) ? text : '');

/** The ids of a path by the same rule, each in its operation's form: user ids have their own. None is the caller's own credential. */
export const pathIds = (
  declared: AnySchema,
  params: Readonly<Record<string, string>>,
  headers: IncomingHttpHeaders,
): Record<string, string> => {
  const entries = entriesOf(declared);
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => {
      const form = entries[name];
      const holdsNone = !holdsSecretMaterial(text) && !holdsOwnCredential(text, headers);
      return [name, form !== undefined && v.is(form, text) && holdsNone ? text : ''];
    }),
  );
};
