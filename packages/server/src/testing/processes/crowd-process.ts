import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A process of many callers: each connection sends again as soon as it is answered, and some send two at a time. */
export const CROWD = fileURLToPath(import.meta.url);
const CONNECTIONS = 24;
const OF_THEM_TWICE = 4;
const END_OF_ANSWER = '\r\n\r\n';

/** Sends forever, `ahead` requests at a time. An answer has its head, then as many characters as it declares: the content is ASCII. */
const askOnAndOn = (socket: Socket, request: string, ahead: number, onAnswer: () => void): void => {
  let unread = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    unread += chunk;
    for (let length = lengthOf(unread); length <= unread.length; length = lengthOf(unread)) {
      unread = unread.slice(length);
      onAnswer();
      socket.write(request);
    }
  });
  socket.on('error', () => undefined);
  socket.write(request.repeat(ahead));
};

const lengthOf = (text: string): number => {
  const head = text.indexOf(END_OF_ANSWER);
  if (head === -1) return Number.POSITIVE_INFINITY;
  return (
    head + END_OF_ANSWER.length + Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  );
};

const run = async ([port = '', path = '', token = '']: readonly string[]): Promise<void> => {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  let answers = 0;
  const onAnswer = (): void => {
    answers += 1;
    if (answers === 1_000) process.stdout.write('busy\n');
  };
  for (let i = 0; i < CONNECTIONS; i += 1)
    askOnAndOn(connect(Number(port), '127.0.0.1'), request, i < OF_THEM_TWICE ? 2 : 1, onAnswer);
  await once(process.stdin.resume(), 'end');
  process.stdout.write(`${answers}\n`, () => process.exit(0));
};

if (/crowd-process\.(ts|mjs)$/.test(process.argv[1] ?? '')) await run(process.argv.slice(2));
