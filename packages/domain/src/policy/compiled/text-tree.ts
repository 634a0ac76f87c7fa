/** Texts in a tree by character, each with a number, so that all prefixes and parts of a text are found in one pass. */
export interface TextTree {
  /** The numbers of a text's prefixes and parts, appended to a list. */
  find(text: string, known: readonly number[]): readonly number[];
}

interface TextNode {
  readonly next: Map<number, TextNode>;
  start?: number;
  anywhere?: number;
}

/** Builds a tree of texts to be found as prefixes, and of texts to be found anywhere. */
export const growTextTree = (
  starts: ReadonlyMap<string, number>,
  anywheres: ReadonlyMap<string, number>,
): TextTree => {
  if (starts.size + anywheres.size === 0) return { find: (_, known) => known };
  const root: TextNode = { next: new Map() };
  for (const [text, number] of starts) nodeOf(root, text).start = number;
  for (const [text, number] of anywheres) nodeOf(root, text).anywhere = number;
  return {
    find: (text, known) => {
      const found = [...known];
      follow(root, text, 0, found);
      for (let from = 1; anywheres.size > 0 && from < text.length; from += 1) {
        const first = root.next.get(text.charCodeAt(from));
        if (first !== undefined) follow(first, text, from + 1, found);
      }
      return found;
    },
  };
};

const nodeOf = (root: TextNode, text: string): TextNode => {
  let node = root;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const next = node.next.get(unit) ?? { next: new Map() };
    node.next.set(unit, next);
    node = next;
  }
  return node;
};

// On the path from the root, prefixes count; elsewhere only parts.
const follow = (from: TextNode, text: string, at: number, found: number[]): void => {
  const isStart = at === 0;
  let node: TextNode | undefined = from;
  for (let next = at; node !== undefined; next += 1) {
    if (isStart && node.start !== undefined) found.push(node.start);
    if (node.anywhere !== undefined) found.push(node.anywhere);
    node = next < text.length ? node.next.get(text.charCodeAt(next)) : undefined;
  }
};
