import type { GovgateClient } from '@govgate/client';
import type { Change, Sending } from './change-buttons.js';
import { reasonBody, reasonBodyCamel, reasonFields } from './reason-fields.js';

interface How<R> {
  readonly isGrave?: boolean;
  readonly Consequence?: NonNullable<Change<R>['Consequence']>;
  /** Suggested reason codes. */
  readonly codes?: readonly string[];
  readonly wordsRequired?: boolean;
}

type Send<R, Body> = (client: GovgateClient, record: R, body: Body, options: Sending) => Promise<unknown>;

/** A change whose only input is the reason. */
export const verb = <R>(
  action: string,
  label: string,
  says: string,
  send: Send<R, ReturnType<typeof reasonBody>>,
  { isGrave = false, codes = [], Consequence, ...how }: How<R> = {},
): Change<R> => ({
  action,
  label,
  says,
  isGrave,
  ...(Consequence === undefined ? {} : { Consequence }),
  fields: () => reasonFields(codes, how),
  send: (client, record, values, options) => send(client, record, reasonBody(values), options),
});

/** The same for resources with camel-case members. */
export const camelVerb = <R>(
  action: string,
  label: string,
  says: string,
  send: Send<R, ReturnType<typeof reasonBodyCamel>>,
  { isGrave = false, codes = [], Consequence, ...how }: How<R> = {},
): Change<R> => ({
  action,
  label,
  says,
  isGrave,
  ...(Consequence === undefined ? {} : { Consequence }),
  fields: () => reasonFields(codes, how),
  send: (client, record, values, options) => send(client, record, reasonBodyCamel(values), options),
});
