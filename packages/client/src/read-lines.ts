import { disconnected } from './make-transport.js';

/** The lines of a stream. One that ends within a line was cut off: what is there of it is not given. */
export async function* readLines(
  operationId: string,
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  const leave = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', leave, { once: true });
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read().catch((fault: unknown) => {
        signal?.throwIfAborted();
        throw disconnected(operationId, fault);
      });
      signal?.throwIfAborted();
      const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '');
      if (done && rest !== '') throw disconnected(operationId, undefined);
      if (done) return;
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    leave();
  }
}
