import type { Json } from '@govgate/domain';
import { isMap, isScalar, isSeq, type Node, type Pair, parseAllDocuments } from 'yaml';
import type { Reading } from './reading.js';
import { checkYamlTokens } from './yaml-tokens.js';

/**
 * Reads the part of YAML 1.2 that says just what JSON can say: one document, no anchors, aliases, merge keys or tags, text keys
 * only. Repeated keys are looked for here, as the parser's own check takes quadratic time.
 *
 * @throws Unreadable
 */
export const readYaml = (text: string, reading: Reading): Json => {
  checkYamlTokens(text, reading);
  const [document, another] = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
  });
  if (document === undefined || !('contents' in document)) return reading.stop('schema_violation', '', 0);
  for (const error of [...document.errors, ...document.warnings])
    reading.note('schema_violation', '', error.pos[0]);
  if (another !== undefined) reading.note('schema_violation', '', another.range?.[0] ?? 0);
  if (reading.problems.length > 0) return null;
  return jsonOf(document.contents, '', 1, reading);
};

const offsetOf = (node: unknown): number => (node as Node | null | undefined)?.range?.[0] ?? 0;

const jsonOf = (node: unknown, path: string, depth: number, reading: Reading): Json => {
  if (node === null) return null;
  if (isScalar(node)) return scalarOf(node.value, path, offsetOf(node), reading);
  reading.enter(depth, path, offsetOf(node));
  if (isSeq(node)) return node.items.map((item, i) => entryOf(item, `${path}/${i}`, depth, reading));
  if (isMap(node)) return objectOf(node.items, path, depth, reading);
  return reading.stop('schema_violation', path, offsetOf(node));
};

const entryOf = (item: unknown, path: string, depth: number, reading: Reading): Json => {
  reading.offsets.set(path, offsetOf(item));
  return jsonOf(item, path, depth + 1, reading);
};

const objectOf = (pairs: readonly Pair[], path: string, depth: number, reading: Reading): Json => {
  const object: Record<string, Json> = {};
  for (const { key, value } of pairs) {
    if (!isScalar(key) || typeof key.value !== 'string') {
      reading.note('schema_violation', path, offsetOf(key));
      continue;
    }
    const pointer = reading.member(object, key.value, path, offsetOf(key));
    const json = jsonOf(value ?? null, pointer, depth + 1, reading);
    Object.defineProperty(object, key.value, {
      value: json,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return object;
};

const scalarOf = (value: unknown, path: string, offset: number, reading: Reading): Json => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  reading.note('invalid_value', path, offset);
  return null;
};
