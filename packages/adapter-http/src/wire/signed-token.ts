import { MAX_TOKEN } from '@govgate/application';
import * as v from 'valibot';

/** A signed token in a body. It is verified, never kept or shown, so it is not searched for credentials: it is one. */
export const SignedToken = v.pipe(
  v.string(),
  v.maxLength(MAX_TOKEN),
  v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  v.metadata({ format: 'jwt', writeOnly: true }),
);
