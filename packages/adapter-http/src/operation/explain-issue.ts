import { type Expectation, type Help, inWords, nearestName } from '@govgate/domain';
import type * as v from 'valibot';
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
  const path = pathOf(issue);
  if (isUnknownField(issue)) return explainUnknown(schema, path);
  const expected = expectationAt(schema, path);
  if (issue.expected === 'never' || expected === undefined)
    return { detail: 'The field may not be sent together with the others.' };
  const said = inWords(expected);
  return issue.input === undefined
    ? { detail: `The field is required: ${said}.`, expected }
    : { detail: `The value must be ${said}.`, expected };
};

const explainUnknown = (schema: AnySchema, path: Path): Help => {
  const forms = nodesAt(schema, path.slice(0, -1));
  const known = [...new Set(forms.flatMap(({ entries = {} }) => Object.keys(entries)))];
  if (known.length === 0) return { detail: 'Nothing may be sent here.' };
  const nearest = nearestName(String(path.at(-1)), known);
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
}

// A union or variant has several nodes for one place.
const nodesAt = (schema: AnySchema, path: Path): readonly Node[] =>
  path.reduce<readonly Node[]>(
    (nodes, key) => nodes.flatMap((node) => membersOf(node, key)),
    plainNodes(schema as Node),
  );

const membersOf = ({ entries, item, value }: Node, key: string | number): readonly Node[] => {
  const member = entries?.[String(key)] ?? item ?? value;
  return member === undefined ? [] : plainNodes(member);
};

const plainNodes = (node: Node): readonly Node[] => {
  if (node.wrapped !== undefined) return plainNodes(node.wrapped);
  const isChoice = node.type === 'union' || node.type === 'variant';
  return isChoice ? (node.options ?? []).flatMap(plainNodes) : [node];
};

const expectationAt = (schema: AnySchema, path: Path): Expectation | undefined => {
  const all = nodesAt(schema, path).map(expectationOf);
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
  const said = sayableOf(node);
  const values = said.const === undefined ? said.enum : [said.const];
  if (values !== undefined) return { values: values as NonNullable<Expectation['values']> };
  const words = WORDS.filter((word) => said[word] !== undefined && said[word] !== FREE_TEXT);
  return Object.fromEntries(words.map((word) => [word, said[word]]));
};
