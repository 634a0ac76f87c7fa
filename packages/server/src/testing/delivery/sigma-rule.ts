/**
 * The part of Sigma that our rules use, only for the tests: maps of fields, lists of values, modifiers of texts, and
 * conditions of names with `and`, `or`, `not` and parentheses.
 */
export interface SigmaRule {
  readonly title: string;
  readonly id: string;
  readonly level: string;
  readonly logsource: { readonly product: string; readonly service: string };
  readonly detection: { readonly condition: string } & Readonly<Record<string, unknown>>;
}

type Document = Readonly<Record<string, unknown>>;

/** Whether a rule matches an event. Anything unknown throws: a meaningless rule must not pass. */
export const sigmaMatches = ({ detection }: SigmaRule, event: Document): boolean => {
  const tokens = detection.condition.match(/\(|\)|[A-Za-z0-9_]+/g) ?? [];
  const found = new Condition(tokens, (name) => selects(detection[name], event, name));
  return found.whole();
};

/** Recursive descent: `or` binds less than `and`, and that less than `not`. */
class Condition {
  #at = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly selects: (name: string) => boolean,
  ) {}

  whole(): boolean {
    const value = this.#or();
    if (this.#at !== this.tokens.length) throw new SyntaxError(`not understood: ${this.tokens[this.#at]}`);
    return value;
  }

  #or(): boolean {
    let value = this.#and();
    while (this.#takes('or')) value = this.#and() || value;
    return value;
  }

  #and(): boolean {
    let value = this.#not();
    while (this.#takes('and')) value = this.#not() && value;
    return value;
  }

  #not(): boolean {
    if (this.#takes('not')) return !this.#not();
    if (!this.#takes('(')) return this.selects(this.#next());
    const value = this.#or();
    if (!this.#takes(')')) throw new SyntaxError('a parenthesis is not closed');
    return value;
  }

  #takes(token: string): boolean {
    if (this.tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const token = this.tokens[this.#at];
    if (token === undefined || token === ')') throw new SyntaxError('a condition ends early');
    this.#at += 1;
    return token;
  }
}

const selects = (selection: unknown, event: Document, name: string): boolean => {
  if (typeof selection !== 'object' || selection === null || Array.isArray(selection))
    throw new SyntaxError(`no selection: ${name}`);
  return Object.entries(selection).every(([key, wanted]) => fieldMatches(key, wanted, event));
};

const MODIFIERS: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  '': (value, wanted) => value === wanted,
  contains: (value, wanted) => value.includes(wanted),
  startswith: (value, wanted) => value.startsWith(wanted),
  endswith: (value, wanted) => value.endsWith(wanted),
};

const fieldMatches = (key: string, wanted: unknown, event: Document): boolean => {
  const [path = '', modifier = ''] = key.split('|');
  const matches = MODIFIERS[modifier];
  if (matches === undefined) throw new SyntaxError(`no modifier of ours: ${modifier}`);
  const values = [valueAt(event, path)].flat().map((value) => String(value).toLowerCase());
  return [wanted].flat().some((one) => values.some((value) => matches(value, String(one).toLowerCase())));
};

/** The value of a dotted field; Sigma compares texts without regard to case. */
const valueAt = (event: Document, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
      event,
    );
