/** Texts, each with a number, found as prefixes and as parts of another text in one pass over it. */
export interface TextAutomaton {
  /** The numbers of a text's prefixes and parts, each once, appended to a list. */
  find(text: string, known: readonly number[]): readonly number[];
  readonly bytes: number;
}

/**
 * Builds an Aho-Corasick automaton of texts to be found as prefixes, and of texts to be found anywhere. Its nodes are rows of typed arrays:
 * a manifest may spell a quarter of a million of them.
 */
export const buildTextAutomaton = (
  starts: ReadonlyMap<string, number>,
  anywheres: ReadonlyMap<string, number>,
): TextAutomaton => {
  if (starts.size + anywheres.size === 0) return { find: (_, known) => known, bytes: 0 };
  const trie = new Trie(1 + lengthOf(starts) + lengthOf(anywheres));
  const start = trie.numbered(starts);
  const anywhere = trie.numbered(anywheres);
  const { fail, link } = linksOf(trie, anywhere);
  const seen = new Uint32Array(trie.size);
  let pass = 0;

  // The texts that end here, the longest first; what was found before has reported the shorter ones.
  const addEnding = (at: number, found: number[]): void => {
    let node = anywhere[at] === NONE ? (link[at] as number) : at;
    for (; node !== 0 && seen[node] !== pass; node = link[node] as number) {
      seen[node] = pass;
      found.push(anywhere[node] as number);
    }
  };
  const addPrefixes = (text: string, found: number[]): void => {
    let node = 0;
    for (let at = 0; node !== NONE; at += 1) {
      if (start[node] !== NONE) found.push(start[node] as number);
      node = at < text.length ? trie.child(node, text.charCodeAt(at)) : NONE;
    }
  };
  const addParts = (text: string, found: number[]): void => {
    if (anywhere[0] !== NONE) found.push(anywhere[0] as number);
    pass = (pass + 1) >>> 0;
    if (pass === 0) seen.fill(0);
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      node = followed(trie, fail, node, text.charCodeAt(at));
      addEnding(node, found);
    }
  };
  return {
    find: (text, known) => {
      const found = [...known];
      if (starts.size > 0) addPrefixes(text, found);
      if (anywheres.size > 0) addParts(text, found);
      return found;
    },
    bytes: trie.size * BYTES_PER_NODE,
  };
};

const NONE = -1;
const BYTES_PER_NODE = 48;

const lengthOf = (texts: ReadonlyMap<string, number>): number => {
  let length = 0;
  for (const text of texts.keys()) length += text.length;
  return length;
};

/** Texts by their characters. Node 0 is the root; a node is found by its parent and character in a hash table. */
class Trie {
  size = 1;
  readonly parent: Int32Array;
  readonly unit: Uint16Array;
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(most: number) {
    this.parent = new Int32Array(most);
    this.unit = new Uint16Array(most);
    this.#mask = 2 ** Math.ceil(Math.log2(2 * most)) - 1;
    this.#slots = new Int32Array(this.#mask + 1);
  }

  /** Adds texts, and returns by node the number of the text that ends there. */
  numbered(texts: ReadonlyMap<string, number>): Int32Array {
    const numbers = new Int32Array(this.parent.length).fill(NONE);
    for (const [text, number] of texts) {
      let node = 0;
      for (let at = 0; at < text.length; at += 1) node = this.#grown(node, text.charCodeAt(at));
      numbers[node] = number;
    }
    return numbers;
  }

  child(node: number, unit: number): number {
    const child = this.#slots[this.#slotOf(node, unit)] as number;
    return child === 0 ? NONE : child;
  }

  #grown(node: number, unit: number): number {
    const slot = this.#slotOf(node, unit);
    const known = this.#slots[slot] as number;
    if (known !== 0) return known;
    const made = this.size;
    this.size += 1;
    this.parent[made] = node;
    this.unit[made] = unit;
    this.#slots[slot] = made;
    return made;
  }

  // The slot of a child, or the free one where it would be.
  #slotOf(node: number, unit: number): number {
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 0;
    for (slot = (slot ^ (slot >>> 15)) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const child = this.#slots[slot] as number;
      if (child === 0 || (this.parent[child] === node && this.unit[child] === unit)) return slot;
    }
  }
}

const followed = (trie: Trie, fail: Int32Array, from: number, unit: number): number => {
  let node = from;
  for (;;) {
    const next = trie.child(node, unit);
    if (next !== NONE) return next;
    if (node === 0) return 0;
    node = fail[node] as number;
  }
};

/** By node: the longest other node whose text ends this one's, and the longest such that is itself looked for (0: none). */
const linksOf = (trie: Trie, anywhere: Int32Array) => {
  const fail = new Int32Array(trie.size);
  const link = new Int32Array(trie.size);
  for (const node of shortestFirst(trie)) {
    const parent = trie.parent[node] as number;
    if (parent !== 0) fail[node] = followed(trie, fail, fail[parent] as number, trie.unit[node] as number);
    const suffix = fail[node] as number;
    link[node] = anywhere[suffix] === NONE ? (link[suffix] as number) : suffix;
  }
  return { fail, link };
};

// A parent has a smaller number than its children, so depths follow in one pass; then they are counted into their places.
const shortestFirst = (trie: Trie): Uint32Array => {
  const depth = new Uint32Array(trie.size);
  for (let node = 1; node < trie.size; node += 1)
    depth[node] = (depth[trie.parent[node] as number] as number) + 1;
  const places = new Uint32Array(trie.size + 1);
  for (let node = 1; node < trie.size; node += 1) raise(places, (depth[node] as number) + 1, 1);
  for (let at = 1; at < places.length; at += 1) raise(places, at, places[at - 1] as number);
  const order = new Uint32Array(trie.size - 1);
  for (let node = 1; node < trie.size; node += 1) {
    const at = depth[node] as number;
    order[places[at] as number] = node;
    raise(places, at, 1);
  }
  return order;
};

const raise = (counts: Uint32Array, at: number, by: number): void => {
  counts[at] = (counts[at] as number) + by;
};
