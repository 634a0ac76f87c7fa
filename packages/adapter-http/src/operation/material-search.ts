import { holdsSecretMaterial } from '@govgate/domain/internal';
import { type AnySchema, type Shape, shapeOf } from './schema-shape.js';

type Path = readonly (string | number)[];

/** Yields the paths of texts that hold credential material, in the schema's order. */
export type MaterialSearch = (value: unknown) => readonly Path[];

/**
 * Compiles the one check that every free text of a request or bundle passes before anything else sees it. It follows the schema and skips
 * only fields with a grammar of their own, so a new field is covered by default.
 */
export const compileMaterialSearch = (schema: AnySchema): MaterialSearch => {
  const search = searchOf(shapeOf(schema));
  return (value) => {
    const found: Path[] = [];
    search(value, [], found);
    return found;
  };
};

// `path` is the current position; findings keep a copy.
type Search = (value: unknown, path: (string | number)[], found: Path[]) => void;

const searchOf = (shape: Shape): Search => {
  if (shape.kind === 'leaf') return shape.ownGrammar ? () => {} : searchLeaf;
  if (shape.kind === 'array') {
    const item = searchOf(shape.item);
    return (value, path, found) => {
      if (!Array.isArray(value)) return searchLeaf(value, path, found);
      for (let place = 0; place < value.length; place += 1) {
        path.push(place);
        item(value[place], path, found);
        path.pop();
      }
    };
  }
  const members = [...shape.entries].map(([name, inner]) => ({ name, search: searchOf(inner) }));
  return (value, path, found) => {
    if (value === null || typeof value !== 'object') return searchLeaf(value, path, found);
    const fields = value as Record<string, unknown>;
    for (const { name, search } of members) {
      if (fields[name] === undefined) continue;
      path.push(name);
      search(fields[name], path, found);
      path.pop();
    }
  };
};

// Inside an open part, a finding is named by the field that holds it: deeper names are the caller's own.
const searchLeaf: Search = (value, path, found) => {
  if (holdsAnywhere(value)) found.push([...path]);
};

const holdsAnywhere = (value: unknown): boolean => {
  if (typeof value === 'string') return holdsSecretMaterial(value);
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some(holdsAnywhere);
  // Parsed JSON has own keys only, and `for in` allocates no list of them.
  for (const key in value)
    if (holdsSecretMaterial(key) || holdsAnywhere((value as Record<string, unknown>)[key])) return true;
  return false;
};
