import type { ClientOptions } from './client-options.js';
import type { GovgateClient } from './generated/methods.gen.js';
import { makeClient } from './make-client.js';
import { systemTiming } from './timing.js';

/** A client of govgate: one method for each operation of its API. */
export const createClient = (options: ClientOptions): GovgateClient => makeClient(options, systemTiming);
