import { GovgateError } from '@govgate/client';
import type { Api } from '../state/api.js';
import { failureOfCall } from '../state/sign-in.js';
import { texts } from '../texts.js';
import type { Sending } from './change-buttons.js';
import type { Values } from './fields.js';
import type { RecordDef } from './record-page.js';
import { ifMatchOf } from './sending.js';

/** Something that can be done to several records of a list at once. */
export interface BulkAct {
  /** The verbs in the records' `allowed_actions`: what some call reject, others call deny. */
  readonly actions: readonly string[];
  readonly label: string;
  readonly says: string;
  readonly isGrave?: boolean;
  /** Suggested reason codes. */
  readonly codes: readonly string[];
}

/** What a list offers for several of its records. */
export interface Bulk<Item> {
  readonly acts: readonly BulkAct[];
  /** What the caller may do to a record now. */
  readonly actionsOf: (item: Item) => readonly string[];
  readonly nameOf: (item: Item) => string;
  /** Reads a record, and prepares one of its changes. */
  readonly prepare: (item: Item, api: Api, actions: readonly string[]) => Promise<Prepared | undefined>;
}

/** What of it may be done to a record. */
export const actsOn = <Item>({ acts, actionsOf }: Bulk<Item>, item: Item): readonly BulkAct[] =>
  acts.filter(({ actions }) => actionsOf(item).some((one) => actions.includes(one)));

/** A change of a record as it was read, to be sent with the reason that all of them share. */
export type Prepared = (values: Values, options: Sending) => Promise<unknown>;

/** Prepares a record's change; undefined if it is not offered any more, or the record has to be looked at by itself. */
export const prepare = async <R extends object>(
  api: Api,
  { def, id }: { readonly def: RecordDef<R>; readonly id: string },
  actions: readonly string[],
): Promise<Prepared | undefined> => {
  const record = await def.read(api.client, id, {});
  const allowed = def.actionsOf(record);
  const change = def
    .changes(record, api)
    .find((one) => one.together && actions.includes(one.action) && allowed.includes(one.action));
  const own = await change?.together?.(record, api);
  if (change === undefined || own === undefined) return undefined;
  return (values, options) =>
    change.send({
      client: api.client,
      record,
      values: { ...own, ...values },
      options: { ...ifMatchOf(record), ...options },
    });
};

/** How far the change of one of several records has come. */
export interface Line {
  readonly name: string;
  readonly step: 'preparing' | 'ready' | 'alone' | 'sending' | 'done' | 'failed';
  readonly error?: GovgateError;
  readonly send?: Prepared;
}

/** A line whose record was read. */
export const preparedLine = async (name: string, prepared: Promise<Prepared | undefined>): Promise<Line> => {
  try {
    const send = await prepared;
    return send === undefined ? { name, step: 'alone' } : { name, step: 'ready', send };
  } catch (fault) {
    return { name, step: 'failed', error: failureOfCall(fault) };
  }
};

/** A line that was sent. What somebody else has changed since is not sent again: it has to be looked at. */
export const sentLine = async (line: Line, values: Values, options: Sending): Promise<Line> => {
  if (line.send === undefined) return line;
  const { error: _, ...rest } = line;
  try {
    await line.send(values, options);
    return { ...rest, step: 'done' };
  } catch (fault) {
    const error = failureOfCall(fault);
    if (error.status !== 412) return { ...rest, step: 'failed', error };
    const { message, reasonCode, field: __, ...failure } = error;
    const changed = new GovgateError({ ...failure, message, reasonCode, detail: texts.bulk.changed });
    const { send: ___, ...unsent } = rest;
    return { ...unsent, step: 'failed', error: changed };
  }
};

/** Whether a line is still to be sent. */
export const isPending = ({ step, send }: Line): boolean =>
  send !== undefined && (step === 'ready' || step === 'failed');
