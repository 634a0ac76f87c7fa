import { type Result, refuse } from '@govgate/domain';

/** Reads a query string into a flat object; a repeated parameter is refused rather than guessed at, and so is a NUL, as in bodies. */
export const readQuery = (querystring: string): Result<Readonly<Record<string, string>>> => {
  if (querystring === '') return { ok: true, value: {} };
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(querystring)) {
    if (name in query || value.includes('\0'))
      return refuse('invalid_request', FIELD_NAME.test(name) ? name : undefined);
    query[name] = value;
  }
  return { ok: true, value: query };
};

const FIELD_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
