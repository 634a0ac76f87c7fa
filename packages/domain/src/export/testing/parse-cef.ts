/** The content of a CEF line, read character by character following the specification: not the writing code reversed. */
export interface ParsedCef {
  readonly header: readonly string[];
  readonly extensions: Readonly<Record<string, string>>;
}

const HEADER_FIELDS = 7;

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\', '=': '=', n: '\n', r: '\r' };

export const parseCef = (line: string): ParsedCef => {
  const { header, rest } = readHeader(line);
  const extensions: Record<string, string> = {};
  const places = bareEquals(rest);
  const keyStart = (equals: number): number => rest.lastIndexOf(' ', equals) + 1;
  places.forEach((equals, index) => {
    const key = rest.slice(keyStart(equals), equals);
    const next = places[index + 1];
    const end = next === undefined ? rest.length : keyStart(next) - 1;
    if (Object.hasOwn(extensions, key)) throw new Error(`the key ${key} stands twice`);
    extensions[key] = unescaped(rest.slice(equals + 1, end));
  });
  return { header, extensions };
};

const readHeader = (line: string): { readonly header: string[]; readonly rest: string } => {
  const header: string[] = [];
  let field = '';
  let at = 0;
  for (; header.length < HEADER_FIELDS && at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\') {
      at += 1;
      if (!'\\|'.includes(line.charAt(at))) throw new Error('an escape that headers do not have');
      field += line.charAt(at);
    } else if (character === '|') {
      header.push(field);
      field = '';
    } else field += character;
  }
  if (header.length < HEADER_FIELDS) throw new Error('the header is cut short');
  return { header, rest: line.slice(at) };
};

const unescaped = (raw: string): string => {
  let value = '';
  for (let at = 0; at < raw.length; at += 1) {
    if (raw.charAt(at) !== '\\') value += raw.charAt(at);
    else {
      at += 1;
      const meant = ESCAPED[raw.charAt(at)];
      if (meant === undefined) throw new Error('an escape that extensions do not have');
      value += meant;
    }
  }
  return value;
};

/** The positions of the keys: a word before every `=` that no backslash escapes. */
const bareEquals = (text: string): number[] => {
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === '=') places.push(at);
  }
  return places;
};
