const END = /\r\n\r\n|\n\n|\r\r/g;
const LINE = /\r\n|\n|\r/;

/** The events of a stream, each as it came, with the blank line that ends it. */
export const eventsOf = (stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> => partsOf(stream, END);

/** The lines of a stream. Nothing but a newline ends one: what else looks like an end stands within a message. */
export const linesOf = (stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> => partsOf(stream, /\n/g);

async function* partsOf(stream: AsyncIterable<Uint8Array>, end: RegExp): AsyncGenerator<string> {
  const ends = new RegExp(end);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for await (const chunk of stream) {
    ends.lastIndex = Math.max(0, text.length - 3);
    text += decoder.decode(chunk, { stream: true });
    let start = 0;
    while (ends.exec(text) !== null) {
      yield text.slice(start, ends.lastIndex);
      start = ends.lastIndex;
    }
    text = text.slice(start);
  }
  if (text !== '') yield text;
}

/** The message in an event. */
export const dataOf = (event: string): string =>
  event
    .split(LINE)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
    .join('\n');

/** The same event with another message. */
export const withData = (event: string, json: string): string => {
  const others = event.split(LINE).filter((line) => /^(id|event|retry):/.test(line) && !isOdd(line));
  return `${[...others, `data: ${oneLine(json)}`].join('\n')}\n\n`;
};

/** Whether some readers see more lines in an event than the standard does: Python's `splitlines` knows ten ends. */
export const isOdd = (event: string): boolean => /[\p{Zl}\p{Zp}]|[^\P{Cc}\r\n\t]/u.test(event);

export const eventOf = (json: string): string => withData('event: message', json);

const oneLine = (json: string): string =>
  json.replace(/[\u0085\p{Zl}\p{Zp}]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
