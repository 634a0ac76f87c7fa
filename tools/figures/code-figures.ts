/**
 * How large the code is: `npm run figures`. Lines of the product by package, of tests and of what supports them; generated files
 * do not count. The longest functions of the product and those with the most parameters are listed, as the next to be made smaller.
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
const TEST = /\.test(-d)?\.tsx?$/;
const SUPPORT = /\/testing\/|^packages\/ports-testkit\/|^tools\//;

const parameters: Outlier[] = [];
const long: Outlier[] = [];
let exported = 0;

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

const files = execFileSync('git', ['ls-files', 'packages', 'tools'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(packages\/[^/]+\/src|tools)\/.*\.tsx?$/.test(file) && !file.includes('/generated/'));
const textOf = (file: string): string => readFileSync(file, 'utf8');
const linesOf = (file: string): number => textOf(file).split('\n').length - 1;
const sumOf = (some: readonly string[]): number => some.reduce((sum, file) => sum + linesOf(file), 0);

const product = files.filter((file) => !TEST.test(file) && !SUPPORT.test(file));
const tests = files.filter((file) => TEST.test(file));
const support = files.filter((file) => !TEST.test(file) && SUPPORT.test(file));
for (const file of product) look(file, textOf(file));

const packages = [...new Set(product.map((file) => file.split('/')[1] ?? ''))];
const byPackage = packages.map((name) => {
  const own = product.filter((file) => file.startsWith(`packages/${name}/`));
  return `  ${sumOf(own)}  ${name}`;
});
console.log(`product: ${sumOf(product)} lines in ${product.length} files, ${exported} exports`);
console.log(byPackage.join('\n'));
console.log(`tests: ${sumOf(tests)} lines in ${tests.length} files`);
console.log(`their support: ${sumOf(support)} lines in ${support.length} files`);
console.log(`${parameters.length} functions with over ${MOST_PARAMETERS} parameters\n${listed(parameters)}`);
console.log(`${long.length} functions with over ${MOST_LINES} lines\n${listed(long)}`);
