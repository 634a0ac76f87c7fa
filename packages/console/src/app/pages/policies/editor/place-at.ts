import type { CodeFormat } from './code-look.js';

/** A place in a manifest's text: the names that lead to it, list entries left out, and what is written there so far. */
export interface TextPlace {
  readonly path: readonly string[];
  /** Whether it is what stands after a name: no name can stand there. */
  readonly isValue: boolean;
  /** The start of the word, from a quote on, if there is one. */
  readonly typed: string;
}

/** The place at the end of a text, which may be unfinished: undefined in a comment. */
export const placeAt = (before: string, format: CodeFormat): TextPlace | undefined =>
  format === 'json' ? flowPlace(before, []) : blockPlace(before.split('\n'));

interface Open {
  readonly isObject: boolean;
  /** The name whose value is being written. */
  name?: string | undefined;
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[{}[\],:]|[^\s{}[\],:"'][^{}[\],:]*|\s+/g;

/** Within brackets, as in JSON: what is open at the end leads to the place. */
const flowPlace = (text: string, above: readonly string[]): TextPlace => {
  const open: Open[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.trim() === '') continue;
    follow(open, token, last);
    last = token;
  }
  const names = open.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const top = open.at(-1);
  return {
    path: [...above, ...names],
    isValue: top === undefined ? above.length > 0 : !top.isObject || top.name !== undefined,
    typed: /^[{}[\],:]?$/.test(last) || /\s$/.test(text) ? '' : last,
  };
};

const follow = (open: Open[], token: string, last: string): void => {
  const top = open.at(-1);
  if (token === '{' || token === '[') open.push({ isObject: token === '{' });
  else if (token === '}' || token === ']') open.pop();
  else if (top?.isObject && token === ',') top.name = undefined;
  else if (top?.isObject && token === ':') top.name = unquoted(last);
};

const unquoted = (token: string): string => token.trim().replace(/^(["'])(.*)\1$/, '$2');

const INDENT = /^ *(?:- +)*/;
const NAME = /^(["']?)(\w+)\1 *:(?=\s|$)/;

const partsOf = (
  line: string,
): { readonly indent: number; readonly name?: string; readonly rest: string } => {
  const { length: indent } = INDENT.exec(line)?.[0] ?? '';
  const text = line.slice(indent);
  const [named = '', , name] = NAME.exec(text) ?? [];
  return { indent, ...(name !== undefined && { name }), rest: text.slice(named.length) };
};

/** By indentation, as in YAML; a list's entries may stand below its name. */
const blockPlace = (lines: readonly string[]): TextPlace | undefined => {
  const { indent, name, rest } = partsOf(lines.at(-1) ?? '');
  if (/(^|\s)#/.test(rest)) return undefined;
  const above = namesAbove(lines.slice(0, -1), indent);
  if (name === undefined) return { path: above, isValue: false, typed: rest };
  return flowPlace(rest, [...above, name]);
};

const namesAbove = (lines: readonly string[], indent: number): readonly string[] => {
  const names: string[] = [];
  let within = indent;
  for (const line of lines.toReversed()) {
    const { indent: before, name } = partsOf(line);
    if (name === undefined || before >= within) continue;
    names.unshift(name);
    within = before;
  }
  return names;
};
