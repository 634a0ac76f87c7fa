import { join } from 'node:path';
import ts from 'typescript';

// A bug often consists in something that is not asked any more.
const UNUSED_IS_FINE = { noUnusedLocals: false, noUnusedParameters: false };

/** The first type error in some files of a tree, undefined where they compile: a bug that does not compile needs no test. */
export const firstTypeError = (tree: string, files: Iterable<string>): string | undefined => {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(tree, 'tsconfig.base.json'),
    { composite: false, declaration: false, noEmit: true, types: ['node'], ...UNUSED_IS_FINE },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const names = [...files].map((file) => join(tree, file));
  const program = ts.createProgram(names, config?.options ?? {});
  for (const name of names) {
    const source = program.getSourceFile(name);
    const [error] = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    if (error !== undefined)
      return `it does not compile: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`;
  }
  return undefined;
};
