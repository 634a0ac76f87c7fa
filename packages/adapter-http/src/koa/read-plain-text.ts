import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';

/** The text of a body, or why there is none. */
export type PlainText =
  | { readonly text: string }
  | { readonly text?: undefined; readonly because: 'too_large' | 'aborted' };

const TOO_LARGE: PlainText = { because: 'too_large' };
const ABORTED: PlainText = { because: 'aborted' };
const BYTE_ORDER_MARK = 0xfeff;

/** Reads an uncompressed body as UTF-8, and at most the limit in bytes of one that exceeds it. */
export const readPlainText = (request: IncomingMessage, limit: number): Promise<PlainText> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return resolve(TOO_LARGE);
    // Decoded as it arrives: one-byte chunks held until the end would take a hundred times their size.
    const decoder = new StringDecoder('utf8');
    let text = '';
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= limit) {
        text += decoder.write(chunk);
        return;
      }
      request.off('data', take).pause();
      resolve(TOO_LARGE);
    };
    request.on('data', take);
    request.on('end', () => resolve({ text: withoutMark(text + decoder.end()) }));
    // Anything after the end of the body is ignored.
    const abort = (): void => resolve(ABORTED);
    request.on('error', abort);
    request.on('close', abort);
  });

/** A text without the byte order mark that it may begin with. */
export const withoutMark = (text: string): string =>
  text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
