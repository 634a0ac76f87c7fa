import type { CallOptions } from './client-options.js';
import type { GovgateClient, ReadRevocationsInput } from './generated/methods.gen.js';
import type { RevocationFeed } from './generated/types.gen.js';

const WAIT_SECONDS = 20;

/**
 * What the feed of revocations says from a sequence on, as it answers: at once what is there, then whatever comes. An answer without items
 * says that there was nothing more at that time; so the feed's age is known, too. What cannot be read in a call's time is thrown, and
 * following starts over from where the reader is.
 * @public Callers use it.
 */
export async function* followRevocations(
  client: Pick<GovgateClient, 'readRevocations'>,
  { wait = WAIT_SECONDS, after = 0, ...scope }: ReadRevocationsInput = {},
  options: CallOptions = {},
): AsyncGenerator<RevocationFeed, never, undefined> {
  for (let [last, seconds] = [after, 0]; ; ) {
    const feed = await client.readRevocations({ ...scope, after: last, wait: seconds }, options);
    yield feed;
    last = feed.last_sequence;
    seconds = feed.items.length > 0 ? 0 : wait;
  }
}
