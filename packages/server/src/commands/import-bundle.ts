import {
  givesTwice,
  type ImportAnswer,
  importAnswer,
  malformedAnswer,
  parseBundle,
} from '@govgate/adapter-http';
import { jsonFaultIn, makeImportBundle, type OnConflict } from '@govgate/application';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { readText } from '../system/read-text.js';
import { problemLines } from './problem-lines.js';
import { withPorts } from './with-ports.js';

const RULES: readonly OnConflict[] = ['fail', 'skip', 'replace'];

/** `govgate import FILE`: the outcome, or every problem, as JSON on stdout; exit 1 if nothing was imported. */
export const importFile = async (
  file: string,
  options: { readonly dryRun?: boolean; readonly onConflict: string },
): Promise<void> => {
  const onConflict = RULES.find((rule) => rule === options.onConflict);
  if (onConflict === undefined)
    throw new CommandFailure(`--on-conflict must be one of ${RULES.join(', ')}.`, EXIT.usage);
  const parsed = parseBundle(await readJson(file));
  const dryRun = options.dryRun ?? false;
  const answer = parsed.ok
    ? importAnswer(
        await withPorts(
          (ports) => makeImportBundle(ports)(parsed.bundle, { dryRun, onConflict, actor: 'cli' }),
          { makes: true },
        ),
      )
    : malformedAnswer(parsed.problems, dryRun);
  process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  printAnswer(answer);
};

const printAnswer = (answer: ImportAnswer): void => {
  if (!answer.accepted) {
    const { length } = answer.problems;
    const counted = `${length} ${length === 1 ? 'problem' : 'problems'}`;
    const lines = [`Nothing was imported: ${counted}.`, ...problemLines(answer.problems)];
    throw new CommandFailure(lines.join('\n  '), EXIT.refused);
  }
  process.stderr.write(answer.dry_run ? 'The bundle can be imported; nothing was written.\n' : 'Imported.\n');
};

const readJson = async (file: string): Promise<unknown> => {
  const text = await readText(file);
  const bundle = parsedJson(text);
  if (givesTwice(text, bundle))
    throw new CommandFailure('The bundle gives a member of an object twice.', EXIT.refused);
  return bundle;
};

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the file.
    const fault = jsonFaultIn(text);
    const where = fault === undefined ? '' : `: it stops at line ${fault.line}, column ${fault.column}`;
    throw new CommandFailure(`The bundle is not valid JSON${where}.`, EXIT.refused);
  }
};
