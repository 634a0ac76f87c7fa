import {
  type Completion,
  type CompletionContext,
  type CompletionSource,
  insertCompletionText,
  startCompletion,
} from '@codemirror/autocomplete';
import { visibleText } from '../../../parts/visible-text.js';
import type { CodeFormat } from './code-look.js';
import { type ManifestName, manifestWords } from './manifest-words.js';
import { placeAt } from './place-at.js';

/** A record that a policy may name. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Finds the records whose ids stand in a list of that name, by a part of their name or id; tools are those of a server. */
export type FindNamed = (
  list: string,
  request: { readonly q: string; readonly server: string },
  signal: AbortSignal,
) => Promise<readonly Named[]>;

/** Completes the words of the policy language, and the ids of records that exist. */
export const completionOf =
  (formatOf: (text: string) => CodeFormat, find: FindNamed): CompletionSource =>
  async (context) => {
    const format = formatOf(context.state.doc.toString());
    const before = context.state.sliceDoc(0, context.pos);
    const place = placeAt(before, format);
    if (place === undefined || (place.typed === '' && !context.explicit)) return null;
    const { names, values } = manifestWords(place.path);
    const q = place.typed.replace(/^["']/, '').toLowerCase();
    const wanted = { list: place.path.at(-1) ?? '', q, servers: serversIn(before) };
    const records = await findRecords(context, find, wanted);
    const options = [
      ...(place.isValue ? [] : names.map((one) => nameOption(one, format))),
      ...values.map((one) => valueOption(one, format)),
    ].filter(({ label }) => label.toLowerCase().includes(q));
    return {
      from: context.pos - place.typed.length,
      options: [...options, ...records.map((one) => recordOption(one, format))],
      // Records are found by their names, too.
      filter: false,
    };
  };

const MOST_SERVERS = 4;

const findRecords = async (
  context: CompletionContext,
  find: FindNamed,
  { list, q, servers }: { readonly list: string; readonly q: string; readonly servers: readonly string[] },
): Promise<readonly Named[]> => {
  const { signal, abort } = abortingWith(context);
  const meant = list === 'tool_ids' ? servers.slice(0, MOST_SERVERS) : [''];
  try {
    return (await Promise.all(meant.map((server) => find(list, { q, server }, signal)))).flat();
  } catch {
    // What cannot be listed now is typed.
    return [];
  } finally {
    abort();
  }
};

const abortingWith = (context: CompletionContext): { signal: AbortSignal; abort: () => void } => {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  context.addEventListener('abort', abort, { onDocChange: true });
  return { signal: stop.signal, abort };
};

/** The servers that the targets before a place name. */
const serversIn = (before: string): readonly string[] => {
  const targets = before.slice(Math.max(0, before.lastIndexOf('targets')));
  const [, ids = ''] = SERVER_IDS.exec(targets) ?? [];
  return (ids.match(/[A-Za-z0-9][\w.:*-]*/g) ?? []).filter((id) => !id.endsWith('*'));
};

const SERVER_IDS = /server_ids["']?[ \t]*:[ \t\r]*(\[[^[\]]*\]|(?:\n[ \t]*- [^\n]*)+)/;

const nameOption = ({ name, says }: ManifestName, format: CodeFormat): Completion => ({
  label: name,
  ...(says !== undefined && { info: says }),
  apply: (view, _, from, to) => {
    const text = format === 'json' ? `"${name}": ` : `${name}: `;
    view.dispatch(insertCompletionText(view.state, text, from, to));
    startCompletion(view);
  },
});

const valueOption = (value: unknown, format: CodeFormat): Completion => ({
  label: String(value),
  apply: writtenAs(value, format),
});

const recordOption = ({ id, name }: Named, format: CodeFormat): Completion => ({
  label: id,
  displayLabel: visibleText(id),
  detail: visibleText(name),
  apply: writtenAs(id, format),
});

/** As the format has it: in YAML without quotes where nothing else can be meant. */
const writtenAs = (value: unknown, format: CodeFormat): string =>
  format === 'yaml' && PLAIN.test(String(value)) && (typeof value !== 'string' || !WORDS.test(value))
    ? String(value)
    : JSON.stringify(value);

const PLAIN = /^[A-Za-z][\w.-]*$/;
const WORDS = /^(true|false|null|yes|no|on|off|y|n)$/i;
