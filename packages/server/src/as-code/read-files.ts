import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CORE_SCHEMA, type LoadOptions, loadAll, YAMLException } from 'js-yaml';
import * as v from 'valibot';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import type { Plain, Wanted } from './resource.js';
import { RESOURCE_KINDS } from './resource-kinds.js';
import { AnyResource } from './resource-schemas.js';

const YAML: LoadOptions = { schema: CORE_SCHEMA };
/** No hand-written file is larger; one that is was named by mistake. */
const LARGEST_FILE = 64 * 1024 * 1024;

/** The desired resources, and the folder of their files. */
export interface Files {
  readonly folder: string;
  readonly wanted: readonly Wanted[];
}

/**
 * Reads the resources of a file, or of all YAML files below a folder, one per document.
 * @throws CommandFailure that names every problem by file and document
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
  if (problems.length > 0)
    throw new CommandFailure(['The files are not right:', ...problems].join('\n  '), EXIT.refused);
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
  readonly wanted: readonly Wanted[];
  readonly problems: readonly string[];
}

const readOne = async (file: string, name: string): Promise<ReadFile> => {
  try {
    if ((await stat(file)).size > LARGEST_FILE) return failed(`${name}: the file is too large.`);
    return judged(loadAll(await readFile(file, 'utf8'), YAML), name);
  } catch (fault) {
    if (!(fault instanceof YAMLException)) return failed(`${name}: it cannot be read.`);
    // The parser's message would quote the file.
    const { line, column } = fault.mark ?? {};
    const where = line === undefined || column === undefined ? '' : `:${line + 1}:${column + 1}`;
    return failed(`${name}${where}: it is not valid YAML.`);
  }
};

const failed = (problem: string): ReadFile => ({ wanted: [], problems: [problem] });

const judged = (documents: readonly unknown[], name: string): ReadFile => {
  const read = documents
    .map((document, i) => ({ document, place: `${name}#${i + 1}` }))
    .filter(({ document }) => document !== null && document !== undefined)
    .map(({ document, place }) => judgedDocument(document, place));
  return { wanted: read.flatMap((one) => one.wanted), problems: read.flatMap((one) => one.problems) };
};

const judgedDocument = (document: unknown, place: string): ReadFile => {
  const parsed = v.safeParse(AnyResource, document, { abortEarly: false });
  if (!parsed.success) return { wanted: [], problems: parsed.issues.map((issue) => problemOf(issue, place)) };
  const { kind: name, $schema: _, ...record } = parsed.output;
  const kind = RESOURCE_KINDS.find((one) => one.kind === name);
  if (kind === undefined) return failed(`${place}: the kind is not known.`);
  return { wanted: [{ kind: name, id: kind.idOf(record), record: record as Plain, place }], problems: [] };
};

// A value may be anything, and is not repeated.
const problemOf = (issue: v.BaseIssue<unknown>, place: string): string => {
  const path = v.getDotPath(issue) ?? '';
  const known = RESOURCE_KINDS.map(({ kind }) => kind).join(', ');
  if (path === 'kind') return `${place}: kind must be one of ${known}.`;
  if (issue.type === 'strict_object')
    return `${place}: ${path === '' ? 'a field' : path} is missing or not known here.`;
  return `${place}: ${path === '' ? 'the document' : path} must be ${issue.expected ?? 'of another form'}.`;
};

const doubles = (wanted: readonly Wanted[]): string[] => {
  const first = new Map<string, string>();
  return wanted.flatMap(({ kind, id, place }) => {
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
const rivals = (wanted: readonly Wanted[]): string[] => {
  const active = new Map<string, string>();
  return wanted.flatMap(({ kind, record, place }) => {
    if (kind !== 'policy' || record.status !== 'active') return [];
    const environment = String(record.environment_id);
    const before = active.get(environment);
    active.set(environment, place);
    return before === undefined
      ? []
      : [`${place}: ${before} has an active policy for ${environment} already.`];
  });
};
