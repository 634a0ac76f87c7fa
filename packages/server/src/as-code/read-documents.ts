import {
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  type YAMLException,
} from 'js-yaml';

/** A document, and the line in which it, or a part of it, begins. */
export interface LocatedDocument {
  readonly value: unknown;
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/**
 * Reads the documents of a YAML file. Aliases are refused: a few lines of them can mean millions, and files show what they mean.
 * @throws YAMLException
 */
export const readDocuments = (source: string): readonly LocatedDocument[] => {
  const events = parseEvents(source, {});
  const values = constructFromEvents(events, { source, schema: CORE_SCHEMA, maxAliases: 0 });
  const places = placesIn(source, events);
  return values.map((value, i) => ({ value, lineOf: (path) => lineAt(source, places[i], path) }));
};

/** Whether a file was refused because of an alias. */
export const isAlias = (fault: YAMLException): boolean => fault.reason.includes('alias');

/** Where a value begins, and its members. */
interface SourceNode {
  readonly offset: number;
  readonly members: ReadonlyMap<string, SourceNode>;
}

const placesIn = (source: string, events: readonly Event[]): readonly SourceNode[] => {
  let next = 0;
  const take = (): Event | undefined => events[next++];
  const isEnd = (): boolean => {
    const ended = events[next] === undefined || events[next]?.type === EVENT_ID.POP;
    if (ended) next += 1;
    return ended;
  };
  const place = (): SourceNode => {
    const event = take();
    if (event?.type === EVENT_ID.MAPPING) return { offset: event.start, members: mapping() };
    if (event?.type === EVENT_ID.SEQUENCE) return { offset: event.start, members: sequence() };
    return { offset: event?.type === EVENT_ID.SCALAR ? event.valueStart : 0, members: new Map() };
  };
  const mapping = (): ReadonlyMap<string, SourceNode> => {
    const members = new Map<string, SourceNode>();
    while (!isEnd()) {
      const key = events[next];
      const { offset } = place();
      const name = key?.type === EVENT_ID.SCALAR ? getScalarValue(source, key) : '';
      members.set(name, { offset, members: place().members });
    }
    return members;
  };
  const sequence = (): ReadonlyMap<string, SourceNode> => {
    const members = new Map<string, SourceNode>();
    while (!isEnd()) members.set(String(members.size), place());
    return members;
  };
  const places: SourceNode[] = [];
  while (next < events.length) {
    take();
    if (isEnd()) places.push({ offset: 0, members: new Map() });
    else {
      places.push(place());
      isEnd();
    }
  }
  return places;
};

const lineAt = (source: string, root: SourceNode | undefined, path: readonly (string | number)[]): number => {
  let place = root;
  for (const part of path) {
    const member = place?.members.get(String(part));
    if (member === undefined) break;
    place = member;
  }
  return source.slice(0, place?.offset ?? 0).split('\n').length;
};
