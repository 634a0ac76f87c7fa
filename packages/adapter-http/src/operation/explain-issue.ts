import { type Expectation, type Help, inWords, nearestName } from '@govgate/domain/internal';
import * as v from 'valibot';
import { sayableOf } from './json-schema.js';
import { type AnySchema, FREE_TEXT } from './schema-shape.js';

/** A place in a value. */
export type Path = readonly (string | number)[];

export const pathOf = (issue: v.BaseIssue<unknown>): Path =>
  (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));

/** Whether an issue is about an unknown field. */
export const isUnknownField = (issue: v.BaseIssue<unknown>): boolean =>
  issue.type === 'strict_object' && issue.expected === 'never';

/** What would be right instead, from the schema alone: never a value, never a name that was sent. */
export const explainIssue = (schema: AnySchema, issue: v.BaseIssue<unknown>): Help => {
  const issuePath = issuePathOf(issue);
  if (isUnknownField(issue)) return explainUnknown(schema, issuePath);
  const expected = expectationAt(schema, issuePath);
  if (issue.expected === 'never' || expected === undefined)
    return { detail: 'The field may not be sent together with the others.' };
  const text = inWords(expected);
  return issue.input === undefined
    ? { detail: `The field is required: ${text}.`, expected }
    : { detail: `The value must be ${text}.`, expected };
};

const explainUnknown = (schema: AnySchema, issuePath: IssuePath): Help => {
  const forms = nodesAt(schema, issuePath.slice(0, -1), issuePath.at(-1)?.within);
  const known = [...new Set(forms.flatMap(({ entries = {} }) => Object.keys(entries)))];
  return explainUnknownName(String(issuePath.at(-1)?.key), known);
};

/** The nearest of the names that exist, or else all of them. */
export const explainUnknownName = (name: string, known: readonly string[]): Help => {
  if (known.length === 0) return { detail: 'Nothing may be sent here.' };
  const nearest = nearestName(name, known);
  return nearest === undefined
    ? { detail: `There is no such field; there are ${known.join(', ')}.`, expected: { values: known } }
    : { detail: `There is no such field; the nearest one is ${nearest}.`, expected: { values: [nearest] } };
};

interface Node extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>> {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly item?: Node;
  readonly value?: Node;
  readonly wrapped?: Node;
  readonly options?: readonly Node[];
  /** The member whose value chooses one of a variant's options. */
  readonly key?: string;
}

/** A path, with the value that each key was looked for in. */
type IssuePath = readonly { readonly key: string | number; readonly within: unknown }[];

const issuePathOf = (issue: v.BaseIssue<unknown>): IssuePath =>
  pathOf(issue).map((key, depth) => ({ key, within: issue.path?.[depth]?.input }));

// A union has several nodes for one place, and so has a variant where the value does not choose one.
const nodesAt = (schema: AnySchema, issuePath: IssuePath, sent: unknown): readonly Node[] =>
  issuePath.reduce<readonly Node[]>(
    (nodes, { key }, depth) => {
      const within = depth + 1 < issuePath.length ? issuePath[depth + 1]?.within : sent;
      return nodes.flatMap((node) => membersOf(node, key)).flatMap((node) => formsOf(node, within));
    },
    formsOf(schema as Node, issuePath.length > 0 ? issuePath[0]?.within : sent),
  );

const membersOf = ({ entries, item, value }: Node, key: string | number): readonly Node[] => {
  const member = entries?.[String(key)] ?? item ?? value;
  return member === undefined ? [] : [member];
};

const formsOf = (node: Node, sent: unknown): readonly Node[] => {
  if (node.wrapped !== undefined) return formsOf(node.wrapped, sent);
  if (node.type !== 'union' && node.type !== 'variant') return [node];
  const options = node.options ?? [];
  const chosen = options.filter((option) => isChosen(option, node.key, sent));
  return (chosen.length > 0 ? chosen : options).flatMap((option) => formsOf(option, sent));
};

const isChosen = ({ entries }: Node, key: string | undefined, sent: unknown): boolean => {
  const word = key === undefined ? undefined : entries?.[key];
  return word !== undefined && v.is(word, (sent as Readonly<Record<string, unknown>> | null)?.[key ?? '']);
};

const expectationAt = (schema: AnySchema, issuePath: IssuePath): Expectation | undefined => {
  const all = nodesAt(schema, issuePath, undefined).map(expectationOf);
  const [first] = all;
  const values = all.flatMap((expected) => expected.values ?? []);
  // Of several forms, the values count together: the kinds a target can have.
  return all.length > 1 && values.length > 0 ? { values: [...new Set(values)] } : first;
};

const WORDS = [
  'type',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const;

const expectationOf = (node: Node): Expectation => {
  const text = sayableOf(node);
  const values = text.const === undefined ? text.enum : [text.const];
  // Documents say null as an only value, which generators of clients understand.
  if (Array.isArray(values) && values.every((value) => value === null)) return { type: 'null' };
  if (values !== undefined) return { values: values as NonNullable<Expectation['values']> };
  const words = WORDS.filter((word) => text[word] !== undefined && text[word] !== FREE_TEXT);
  return Object.fromEntries(words.map((word) => [word, text[word]]));
};
