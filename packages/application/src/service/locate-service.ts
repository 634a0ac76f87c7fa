import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';

/** Tells the base URL under which callers reach the service. */
export const makeLocateService =
  ({ publicUrl }: Pick<Ports, 'publicUrl'>): UseCase<unknown, string> =>
  async () =>
    ok(publicUrl());
