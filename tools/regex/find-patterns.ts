import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** A regular expression as it stands in the code. */
export interface Pattern {
  /** `packages/domain/src/ids.ts:2` */
  readonly place: string;
  /** Undefined: it is put together when the program runs. */
  readonly literal: RegExp | undefined;
}

const isProduct = (path: string): boolean =>
  path.endsWith('.ts') && !path.endsWith('.test.ts') && !/\/(?:testing|e2e|dist|node_modules)\//.test(path);

/** Every source file of the packages that ships. */
export const productFiles = (root: string): string[] =>
  readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
    .map((path) => join(root, 'packages', path))
    .filter((path) => path.includes('/src/') && isProduct(path))
    .sort();

const literalOf = (text: string): RegExp => {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
};

/** Every regular expression of a file, literals and those that are made. */
export const patternsIn = (root: string, path: string, text = readFileSync(path, 'utf8')): Pattern[] => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const placeOf = (node: ts.Node): string =>
    `${relative(root, path)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node))
      found.push({ place: placeOf(node), literal: literalOf(node.text) });
    else if (isMaking(node)) found.push({ place: placeOf(node), literal: undefined });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

const isMaking = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
