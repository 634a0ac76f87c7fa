import { CST, Lexer } from 'yaml';
import type { Reading } from './reading.js';

// Far above the nesting that a manifest may have, far below what the composer's recursion can bear.
const MOST_OPEN = 64;

const REFUSED = new Set(['anchor', 'alias', 'tag', 'directive-line', 'error']);
// Each may stand once, around the one document.
const DOCUMENT_MARKS = new Set(['doc-start', 'doc-end']);
const FLOW_STARTS = new Set(['flow-map-start', 'flow-seq-start']);
const FLOW_ENDS = new Set(['flow-map-end', 'flow-seq-end']);
const MARKERS = new Set(['doc-mode', 'flow-error-end', 'scalar']);
const BLANK = new Set(['space', 'newline', 'comment', 'comma', 'byte-order-mark']);

/**
 * Looks over the tokens of a YAML text before it is composed. Refuses what JSON cannot say or what makes one text mean another
 * (anchors, aliases, tags, directives, several documents), and nesting that could exhaust the stack: the composer is
 * recursive, and a stack overflow inside of it can take the whole process down.
 *
 * @throws Unreadable
 */
export const checkYamlTokens = (text: string, reading: Reading): void => {
  const nesting = new Nesting();
  const documentMarks = new Set<string>();
  let offset = 0;
  let afterScalarMarker = false;
  for (const source of new Lexer().lex(text)) {
    const type: string = afterScalarMarker ? 'text' : (CST.tokenType(source) ?? 'text');
    afterScalarMarker = type === 'scalar' && source === CST.SCALAR;
    if (REFUSED.has(type) || documentMarks.has(type)) reading.stop('schema_violation', '', offset);
    if (DOCUMENT_MARKS.has(type)) documentMarks.add(type);
    if (!MARKERS.has(type)) {
      nesting.token(type, source, offset);
      if (nesting.open > MOST_OPEN) reading.stop('limit_exceeded', '', offset);
      offset += source.length;
    }
  }
};

/** A bound on how many collections are open: those in brackets, and one for each column at which a block may have begun. */
class Nesting {
  #flow = 0;
  #lineStart = 0;
  readonly #columns: number[] = [];

  get open(): number {
    return this.#flow + this.#columns.length;
  }

  token(type: string, source: string, offset: number): void {
    if (FLOW_STARTS.has(type)) this.#flow += 1;
    else if (FLOW_ENDS.has(type)) this.#flow -= 1;
    else if (this.#flow === 0 && !BLANK.has(type)) this.#block(offset - this.#lineStart);
    const newline = source.lastIndexOf('\n');
    if (newline >= 0) this.#lineStart = offset + newline + 1;
  }

  #block(column: number): void {
    while ((this.#columns.at(-1) ?? -1) > column) this.#columns.pop();
    if (this.#columns.at(-1) !== column) this.#columns.push(column);
  }
}
