/**
 * How large the product's code is: `npm run figures`. Tests, their workshops, generated files and declarations do not count. The
 * longest functions and those with the most parameters are listed, as the next to be made smaller.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A function that stands out, with the figure that it stands out by. */
interface Outlier {
  readonly figure: number;
  readonly where: string;
}

const MOST_PARAMETERS = 3;
const MOST_LINES = 40;
const SHOWN = 10;
const LEFT_OUT = /\.test(-d)?\.tsx?$|\/testing\/|\/generated\/|\/e2e\//;

const parameters: Outlier[] = [];
const long: Outlier[] = [];
let exported = 0;
let lines = 0;

const look = (file: string, text: string): void => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (at: number): number => source.getLineAndCharacterOfPosition(at).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const where = `${file}:${lineOf(node.getStart())} ${nameOf(node)}`;
      const length = lineOf(node.end) - lineOf(node.getStart()) + 1;
      if (node.parameters.length > MOST_PARAMETERS)
        parameters.push({ figure: node.parameters.length, where });
      if (length > MOST_LINES) long.push({ figure: length, where });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  exported += source.statements.reduce((sum, statement) => sum + exportsOf(statement), 0);
  lines += text.split('\n').length - 1;
};

const nameOf = (node: ts.SignatureDeclaration): string =>
  node.name?.getText() ??
  (ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : 'without a name');

const exportsOf = (statement: ts.Statement): number => {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return 0;
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations.length : 1;
};

const listed = (outliers: readonly Outlier[]): string =>
  [...outliers]
    .sort((a, b) => b.figure - a.figure)
    .slice(0, SHOWN)
    .map(({ figure, where }) => `  ${figure}  ${where}`)
    .join('\n');

const files = execFileSync('git', ['ls-files', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) && !LEFT_OUT.test(file));
for (const file of files) look(file, readFileSync(file, 'utf8'));
console.log(`${files.length} files, ${lines} lines, ${exported} exports`);
console.log(`${parameters.length} functions with over ${MOST_PARAMETERS} parameters\n${listed(parameters)}`);
console.log(`${long.length} functions with over ${MOST_LINES} lines\n${listed(long)}`);
