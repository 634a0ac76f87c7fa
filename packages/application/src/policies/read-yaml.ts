import { type Json, MANIFEST_LIMITS } from '@govgate/domain';
import {
  boolCoreTag,
  EVENT_ID,
  type Event,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  NOT_RESOLVED,
  nullCoreTag,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml';
import { type Reading, setOwn, type TextPosition } from './reading.js';

/**
 * Reads the subset of YAML 1.2 that is equivalent to JSON: one document, no anchors, aliases, merge keys or tags, string keys only. The
 * parser makes one pass and stops at its first error; its events are interpreted here.
 * @throws Unreadable
 */
export const readYaml = (text: string, reading: Reading): Json =>
  new YamlReader(text, eventsOf(text, reading), reading).document();

// Slightly deeper than a manifest may be, so that the reading finds where it becomes too deep.
const MAX_DEPTH = MANIFEST_LIMITS.depth + 8;

const eventsOf = (text: string, reading: Reading): readonly Event[] => {
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const reasonCode = error.reason.startsWith('nesting exceeded') ? 'limit_exceeded' : 'schema_violation';
    return reading.stop(reasonCode, reading.root, Math.min(error.mark?.position ?? 0, text.length));
  }
};

type NodeEvent = Exclude<Event, { readonly type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.POP }>;

class YamlReader {
  #next = 0;
  /** Position of the last located item. */
  #offset = 0;

  constructor(
    private readonly text: string,
    private readonly events: readonly Event[],
    private readonly reading: Reading,
  ) {}

  document(): Json {
    const { reading } = this;
    const start = this.#take();
    if (start?.type !== EVENT_ID.DOCUMENT || start.directives.length > 0)
      return reading.stop('schema_violation', reading.root, 0);
    const value = this.#node(this.#takeNode(reading.root), reading.root, 1);
    this.#take();
    if (this.#next < this.events.length) return reading.stop('schema_violation', reading.root, this.#mark());
    return value;
  }

  #take(): Event | undefined {
    this.#next += 1;
    return this.events[this.#next - 1];
  }

  /** The next node; anchors, aliases and tags make a text mean something other than what it shows. */
  #takeNode(position: TextPosition): NodeEvent {
    const event = this.#take() as NodeEvent;
    this.#offset = Math.max(this.#offset, startOf(event));
    if (event.anchorStart >= 0) return this.reading.stop('schema_violation', position, event.anchorStart - 1);
    if ('tagStart' in event && event.tagStart >= 0)
      return this.reading.stop('schema_violation', position, event.tagStart);
    return event;
  }

  #node(event: NodeEvent, position: TextPosition, depth: number): Json {
    if (event.type === EVENT_ID.SCALAR) return this.#scalar(event, position);
    if (event.type === EVENT_ID.ALIAS) return this.reading.stop('schema_violation', position, this.#offset);
    this.reading.enter(depth, position, this.#offset);
    return event.type === EVENT_ID.SEQUENCE ? this.#list(position, depth) : this.#object(position, depth);
  }

  #isEnd(): boolean {
    if (this.events[this.#next]?.type !== EVENT_ID.POP) return false;
    this.#next += 1;
    return true;
  }

  #list(position: TextPosition, depth: number): Json {
    const list: Json[] = [];
    while (!this.#isEnd()) {
      const event = this.#takeNode(position);
      list.push(this.#node(event, position.member(String(list.length), this.#offset), depth + 1));
    }
    return list;
  }

  #object(position: TextPosition, depth: number): Json {
    const object: Record<string, Json> = {};
    while (!this.#isEnd()) {
      const event = this.#takeNode(position);
      const key = event.type === EVENT_ID.SCALAR ? this.#valueOf(event) : null;
      if (typeof key !== 'string') return this.reading.stop('schema_violation', position, this.#offset);
      const member = this.reading.member(object, key, position, this.#offset);
      setOwn(object, key, this.#node(this.#takeNode(member), member, depth + 1));
    }
    return object;
  }

  #scalar(event: ScalarEvent, position: TextPosition): Json {
    const value = this.#valueOf(event);
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.reading.note('invalid_value', position, this.#offset);
      return null;
    }
    return value;
  }

  #valueOf(event: ScalarEvent): string | number | boolean | null {
    const text = getScalarValue(this.text, event);
    return event.style === SCALAR_STYLE.PLAIN ? plainValue(text) : text;
  }

  /** Where a second document begins. */
  #mark(): number {
    const behind = this.text.slice(this.#offset).search(/^(?:---|\.\.\.)/m);
    return behind < 0 ? this.#offset : this.#offset + behind;
  }
}

const TAGS = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag] as const;

// The values YAML's core schema gives to unquoted text.
const plainValue = (text: string): string | number | boolean | null => {
  for (const tag of TAGS) {
    const value = tag.resolve(text, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value as number | boolean | null;
  }
  return text;
};

const QUOTES: readonly number[] = [SCALAR_STYLE.SINGLE_QUOTED, SCALAR_STYLE.DOUBLE_QUOTED];

// A quoted value starts after its quote; an empty one has no position.
const startOf = (event: NodeEvent): number => {
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  if (event.type !== EVENT_ID.SCALAR) return event.start;
  const at = event.valueStart;
  return QUOTES.includes(event.style) ? at - 1 : at;
};
