import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freeLoopbackPort } from '../test-services/loopback-port.js';
import { documentProblem } from './document-problem.js';
import { outputDiffers } from './output-differs.js';
import { ROOT } from './page-files.js';
import { openShell, type PageShell } from './page-shell.js';
import type { Block } from './read-blocks.js';

/** A block that is not run, and the reason that the page gives. */
export interface LeftOut {
  readonly line: number;
  readonly because: string;
}

/** What came of a page. */
export interface PageOutcome {
  readonly ran: number;
  readonly leftOut: readonly LeftOut[];
}

interface Place {
  readonly shell: PageShell;
  readonly folder: string;
  /** The ports that pages name, and those that are free for them. */
  readonly ports: ReadonlyMap<string, number>;
  /** What the block before printed. */
  printed: string | undefined;
}

/** The unnamed programs of a page are one: it runs where the last of them stands. */
const PROGRAM = 'program.ts';

/**
 * Runs the blocks of a page in their order, in a folder of its own, as a reader would; throws at the first that does not do what the
 * page says. `command` is the bundled govgate.
 */
export const runPage = async (
  blocks: readonly Block[],
  folder: string,
  command: string,
): Promise<PageOutcome> => {
  const runnable = blocks.filter(({ notRun }) => notRun === undefined);
  const ports = new Map<string, number>();
  for (const named of PORTS) ports.set(named, await freeLoopbackPort());
  const shell = openShell(folder, environment(folder, command, ports.get(SERVICE_PORT) ?? 0));
  const place: Place = { shell, folder, ports, printed: undefined };
  try {
    for (const block of runnable)
      await runBlock(block, place, isLastProgram(block, runnable)).catch((fault: Error) => {
        throw new Error(`line ${block.line}: ${fault.message}`);
      });
  } finally {
    shell.end();
  }
  const leftOut = blocks.flatMap(({ line, notRun }) =>
    notRun === undefined ? [] : [{ line, because: notRun }],
  );
  return { ran: runnable.length, leftOut };
};

const isProgram = ({ language, file }: Block): boolean => language === 'ts' && file === undefined;

/** The file that a block becomes, if any. */
export const fileOf = (block: Block): string | undefined =>
  block.file ?? (isProgram(block) ? PROGRAM : undefined);

const isLastProgram = (block: Block, blocks: readonly Block[]): boolean =>
  isProgram(block) && blocks.filter(isProgram).at(-1) === block;

const runBlock = async (block: Block, place: Place, runsProgram: boolean): Promise<void> => {
  const { language, file } = block;
  const before = block.follows ? place.printed : undefined;
  const text = toPlaces(block.text, place);
  place.printed = undefined;
  if (isDocument(language)) refuse(documentProblem(text, language));
  if (before !== undefined && isOutput(language)) return refuse(outputDiffers(text, before, language));
  if (file !== undefined) return keepFile(join(place.folder, file), text);
  if (isProgram(block)) appendFileSync(join(place.folder, PROGRAM), text);
  if (language === 'sh') place.printed = await runText(text, place);
  else if (runsProgram) place.printed = await runText(`node --import tsx ${PROGRAM}`, place);
  else if (!KNOWN.has(language)) throw new Error(`a block of "${language}" is neither run nor a file`);
};

const KNOWN = new Set(['ts', 'yaml', 'json', 'text', 'mermaid']);

const isDocument = (language: string): language is 'yaml' | 'json' =>
  language === 'yaml' || language === 'json';

const isOutput = (language: string): boolean => language === 'text' || language === 'json';

const refuse = (problem: string | undefined): void => {
  if (problem !== undefined) throw new Error(problem);
};

const runText = async (text: string, { shell }: Place): Promise<string> => {
  const { isWell, stdout, stderr } = await shell.run(text);
  if (!isWell) throw new Error(`it failed\n${text}\n${stdout}\n${stderr.slice(-3_000)}`);
  return stdout;
};

const FOLDERS = ['var/lib/govgate', 'var/log/govgate', 'etc/govgate', 'backups', 'elsewhere'] as const;
const IN_FOLDERS = new RegExp(`(^|[\\s='"])/(${FOLDERS.join('|')})\\b`, 'gm');

const SERVICE_PORT = '8080';
const PORTS = [SERVICE_PORT, '9000'] as const;
const NAMED_PORTS = new RegExp(`\\b(${PORTS.join('|')})\\b`, 'g');

/** Folders that only an administrator of a machine has lie in the page's own, and ports are some that are free. */
const toPlaces = (text: string, { folder, ports }: Place): string =>
  text
    .replace(IN_FOLDERS, `$1${folder}/$2`)
    .replace(NAMED_PORTS, (named) => String(ports.get(named) ?? named));

const keepFile = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const environment = (folder: string, command: string, port: number): Readonly<Record<string, string>> => {
  const bin = join(folder, '.bin');
  for (const place of [bin, ...FOLDERS.map((one) => dirname(join(folder, one)))])
    mkdirSync(place, { recursive: true });
  writeFileSync(join(bin, 'govgate'), `#!/bin/bash\nexec node ${command} "$@"\n`);
  chmodSync(join(bin, 'govgate'), 0o755);
  return {
    PATH: `${bin}:${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
    HOME: folder,
    GOVGATE_PORT: String(port),
    PORT: String(port),
    GOVGATE_LOG_LEVEL: 'warn',
    GOVGATE_DRAIN_SECONDS: '0',
    // Programs find the packages' sources, as all of this checkout does.
    NODE_OPTIONS: '--conditions=@govgate/source',
  };
};
