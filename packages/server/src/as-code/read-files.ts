import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readManifestText } from '@govgate/application';
import { type PolicyManifest, validateManifest } from '@govgate/domain';
import { type ManifestTextFormat, nearestName } from '@govgate/domain/internal';
import { YAMLException } from 'js-yaml';
import * as v from 'valibot';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { withoutMark } from '../system/without-mark.js';
import { filesAreWrong } from './files-are-wrong.js';
import { isAlias, type LocatedDocument, readDocuments } from './read-documents.js';
import type { DesiredResource, Plain } from './resource.js';
import { RESOURCE_KINDS } from './resource-kinds.js';
import { AnyResource, RESOURCE_SCHEMAS } from './resource-schemas.js';

/** No hand-written file is larger; one that is was named by mistake. */
const LARGEST_FILE = 64 * 1024 * 1024;

/** The desired resources, and the folder of their files. */
export interface Files {
  readonly folder: string;
  readonly wanted: readonly DesiredResource[];
}

/**
 * Reads the resources of a file, or of all YAML files below a folder, one per document.
 * @throws CommandFailure that names every problem by file and line
 */
export const readFiles = async (path: string): Promise<Files> => {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw new CommandFailure(`${path} cannot be read.`, EXIT.refused);
  const folder = info.isDirectory() ? path : join(path, '..');
  const files = info.isDirectory() ? await yamlFilesIn(path) : [path];
  const read = await Promise.all(files.map((file) => readOne(file, relative(folder, file))));
  const problems = read.flatMap((one) => one.problems);
  const wanted = read.flatMap((one) => one.wanted);
  problems.push(...doubles(wanted), ...rivals(wanted));
  if (problems.length > 0) throw filesAreWrong(problems);
  return { folder, wanted };
};

const yamlFilesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => /\.ya?ml$/.test(name) && !name.split('/').some((part) => part.startsWith('.')))
    .sort()
    .map((name) => join(folder, name));
};

interface ReadFile {
  readonly wanted: readonly DesiredResource[];
  readonly problems: readonly string[];
}

const readOne = async (file: string, name: string): Promise<ReadFile> => {
  try {
    if ((await stat(file)).size > LARGEST_FILE) return failed(`${name}: the file is too large.`);
    return judged(readDocuments(withoutMark(await readFile(file, 'utf8'))), name);
  } catch (fault) {
    if (!(fault instanceof YAMLException)) return failed(`${name}: it cannot be read.`);
    // The parser's message would quote the file.
    const { line, column } = fault.mark ?? {};
    const where = line === undefined || column === undefined ? '' : `:${line + 1}:${column + 1}`;
    const why = isAlias(fault) ? 'aliases are not taken: write the value out.' : 'it is not valid YAML.';
    return failed(`${name}${where}: ${why}`);
  }
};

const failed = (problem: string): ReadFile => ({ wanted: [], problems: [problem] });

const judged = (documents: readonly LocatedDocument[], name: string): ReadFile => {
  const read = documents
    .filter(({ value }) => value !== null && value !== undefined)
    .map(({ value, lineOf }) => judgedDocument(value, (path = []) => `${name}:${lineOf(path)}`));
  return { wanted: read.flatMap((one) => one.wanted), problems: read.flatMap((one) => one.problems) };
};

type PlaceOf = DesiredResource['placeOf'];

const judgedDocument = (document: unknown, placeOf: PlaceOf): ReadFile => {
  const parsed = v.safeParse(AnyResource, document, { abortEarly: false });
  if (!parsed.success)
    return { wanted: [], problems: parsed.issues.map((issue) => problemOf(issue, placeOf)) };
  const { kind: name, $schema: _, ...record } = parsed.output;
  const kind = RESOURCE_KINDS.find((one) => one.kind === name);
  if (kind === undefined) return failed(`${placeOf()}: the kind is not known.`);
  const read =
    name === 'policy' ? withBody(record as Plain, placeOf) : { record: record as Plain, problems: [] };
  const wanted = { kind: name, id: kind.idOf(read.record), record: read.record, placeOf };
  return { wanted: [wanted], problems: read.problems };
};

// What a policy says is compared and published by its manifest, whichever way it is written.
const withBody = (
  policy: Plain,
  placeOf: PlaceOf,
): { readonly record: Plain; readonly problems: readonly string[] } => {
  const { text, text_format = 'yaml', body } = policy;
  if ((text === undefined) === (body === undefined))
    return { record: policy, problems: [`${placeOf()}: a policy has either a body or a text.`] };
  if (text === undefined) return { record: policy, problems: policyProblems(policy, placeOf) };
  const read = readManifestText(String(text), text_format as ManifestTextFormat);
  if (!read.ok)
    return {
      record: policy,
      problems: read.findings.map(
        ({ line, column, message }) =>
          `${placeOf(['text'])}: line ${line ?? 1}, column ${column ?? 1} of the text: ${message}`,
      ),
    };
  const record = { ...policy, text_format, body: read.body };
  return { record, problems: policyProblems(record, placeOf) };
};

// Publishing it would be refused, after the calls before it were made.
const policyProblems = ({ status, body }: Plain, placeOf: PlaceOf): readonly string[] =>
  status !== 'active'
    ? []
    : validateManifest(body as PolicyManifest).map(
        ({ path, message, detail = message }) =>
          `${placeOf(['body', ...path.split('/').slice(1)])}: body${path}: ${detail}`,
      );

const FIELD_NAME = /^[A-Za-z0-9_.$-]{1,64}$/;

// A value may be anything, and is not repeated.
const problemOf = (issue: v.BaseIssue<unknown>, placeOf: PlaceOf): string => {
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  const place = placeOf(path);
  const name = path.join('.');
  const written = issue.path?.at(-1)?.value ?? issue.input;
  if (name === 'kind') return `${place}: kind must be one of ${KINDS.join(', ')}.${advice(written, KINDS)}`;
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return `${place}: there is no field ${FIELD_NAME.test(name) ? name : 'of this name'}.${advice(path.at(-1), fieldsBeside(issue, path))}`;
  if (issue.type === 'strict_object' && path.length > 0) return `${place}: ${name} is missing.`;
  const choices = [...(issue.expected ?? '').matchAll(/"([^"]+)"/g)].map(([, choice]) => choice ?? '');
  return `${place}: ${name === '' ? 'the document' : name} must be ${issue.expected ?? 'of another form'}.${advice(written, choices)}`;
};

const KINDS = RESOURCE_KINDS.map(({ kind }) => kind);

const advice = (written: unknown, known: readonly string[]): string => {
  const near = typeof written === 'string' ? nearestName(written, known) : undefined;
  return near === undefined ? '' : ` Did you mean ${near}?`;
};

/** The fields that exist where an unknown one was written. */
const fieldsBeside = (issue: v.BaseIssue<unknown>, path: readonly (string | number)[]): readonly string[] => {
  const document = issue.path?.[0]?.input as { readonly kind?: keyof typeof RESOURCE_SCHEMAS } | undefined;
  let schema: unknown = document?.kind === undefined ? undefined : RESOURCE_SCHEMAS[document.kind];
  for (const part of path.slice(0, -1)) schema = unwrapped(entriesOf(schema)[part]);
  return Object.keys(entriesOf(schema));
};

const entriesOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  (schema as { readonly entries?: Readonly<Record<string, unknown>> } | undefined)?.entries ?? {};

const unwrapped = (schema: unknown): unknown =>
  (schema as { readonly wrapped?: unknown } | undefined)?.wrapped ?? schema;

const doubles = (wanted: readonly DesiredResource[]): string[] => {
  const first = new Map<string, string>();
  return wanted.flatMap(({ kind, id, placeOf }) => {
    const place = placeOf();
    const key = `${kind} ${id}`;
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, place);
      return [];
    }
    return [`${place}: ${key} is in ${before} already.`];
  });
};

// One version is active per environment: with two, every apply would publish the other one.
const rivals = (wanted: readonly DesiredResource[]): string[] => {
  const active = new Map<string, string>();
  return wanted.flatMap(({ kind, record, placeOf }) => {
    const place = placeOf();
    if (kind !== 'policy' || record.status !== 'active') return [];
    const environment = String(record.environment_id);
    const before = active.get(environment);
    active.set(environment, place);
    return before === undefined
      ? []
      : [`${place}: ${before} has an active policy for ${environment} already.`];
  });
};
