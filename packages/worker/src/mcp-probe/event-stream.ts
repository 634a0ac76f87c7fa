/** Takes text piece by piece and gives the data of each event that is complete. */
export type EventStream = (text: string) => readonly string[];

const LINE_END = /\r\n|\n|\r/;

/** Reads an event stream (`text/event-stream`): only the data of events matters here. */
export const makeEventStream = (): EventStream => {
  let rest = '';
  let data: string[] = [];

  const takeLine = (line: string): readonly string[] => {
    if (line === '') {
      const event = data;
      data = [];
      return event.length === 0 ? [] : [event.join('\n')];
    }
    if (line === 'data') data.push('');
    else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    return [];
  };

  return (text) => {
    rest += text;
    // A carriage return at the end may be half of a line end.
    const held = rest.endsWith('\r') ? '\r' : '';
    const lines = rest.slice(0, rest.length - held.length).split(LINE_END);
    rest = (lines.pop() ?? '') + held;
    return lines.flatMap(takeLine);
  };
};
