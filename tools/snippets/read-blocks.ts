/** A fenced block of a page. */
export interface Block {
  /** Where it stands: the line of its fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The name of the file that it is, where its first line is a comment with nothing but that. */
  readonly file: string | undefined;
  /** Why it is not run, where its fence says so. */
  readonly notRun: string | undefined;
  /** Whether nothing but white space stands between the block before it and this one. */
  readonly follows: boolean;
}

const FENCE = /^( *)(`{3,})(.*)$/;
const FILE_NAME = /^(?:#|\/\/) ([\w-]+(?:[./][\w-]+)*\.[a-z]+)$/;

/** The fenced blocks of a Markdown page in their order, those within HTML comments too: what runs, and readers need not see. */
export const readBlocks = (page: string): readonly Block[] => {
  const blocks: Block[] = [];
  const lines = page.split('\n');
  let follows = false;
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', fence, info = ''] = FENCE.exec(lines[at] ?? '') ?? [];
    if (fence === undefined) {
      if ((lines[at] ?? '').trim() !== '') follows = false;
      continue;
    }
    const end = lines.findIndex((line, index) => index > at && line.trim() === fence);
    if (end < 0) throw new Error(`the block at line ${at + 1} has no end`);
    const body = lines
      .slice(at + 1, end)
      .map((line) => line.replace(new RegExp(`^ {0,${indent.length}}`), ''));
    blocks.push(blockOf(at + 1, info.trim(), body, follows));
    follows = true;
    at = end;
  }
  return blocks;
};

const blockOf = (line: number, info: string, body: readonly string[], follows: boolean): Block => {
  const [, language = '', mark = ''] = /^(\S*)\s*(.*)$/.exec(info) ?? [];
  const notRun = /^not run: (.+)$/.exec(mark)?.[1];
  if (mark !== '' && notRun === undefined) throw new Error(`line ${line}: nobody knows the mark "${mark}"`);
  return {
    line,
    language,
    text: body.map((one) => `${one}\n`).join(''),
    file: FILE_NAME.exec(body[0] ?? '')?.[1],
    notRun,
    follows,
  };
};
