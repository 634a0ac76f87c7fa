const AUTHORITY = /[^\s/?#\\]*/y;
const IN_SCHEME = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+.-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const LONGEST_SCHEME = 21;

/** Whether a text contains a URL with user information. */
export const holdsAddressWithUser = (text: string): boolean => {
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    AUTHORITY.lastIndex = at + 3;
    const authority = AUTHORITY.exec(text)?.[0] ?? '';
    const user = authority.slice(0, Math.max(0, authority.indexOf('@')));
    if (user === '') continue;
    const scheme = schemeBefore(text, at);
    if (scheme.length > 1 && !isRepository(scheme, user)) return true;
  }
  return false;
};

/** The scheme ending at a place; "" if none. */
const schemeBefore = (text: string, end: number): string => {
  let start = end;
  while (start > 0 && end - start < LONGEST_SCHEME && IN_SCHEME[text.charCodeAt(start - 1)] === 1) start -= 1;
  return text.slice(start, end).replace(/^[^A-Za-z]+/, '');
};

// Every repository's ssh URL has the user `git`.
const isRepository = (scheme: string, user: string): boolean =>
  user === 'git' && /^(?:git\+)?ssh$/i.test(scheme);
