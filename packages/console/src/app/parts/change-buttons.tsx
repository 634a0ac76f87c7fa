import type { GovgateClient } from '@govgate/client';
import { Button } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { type Api, useApi } from '../state/api.js';
import { ChangeDialog } from './change-dialog.js';
import type { Field, Values } from './fields.js';
import { offeredOf } from './offered-of.js';

/** How a change is sent: against the state that was seen, with its own idempotency key. */
export interface Sending {
  readonly ifMatch?: object;
  readonly idempotencyKey: string;
  readonly correlationId: string;
}

/** What a change sends: the form's values for the record as it was seen. */
export interface Sent<R> {
  readonly client: GovgateClient;
  readonly record: R;
  readonly values: Values;
  readonly options: Sending;
}

/** The declaration of something that can be done to a record (or created, if there is none yet). */
export interface Change<R> {
  /** The verb, as in the record's `allowed_actions`. */
  readonly action: string;
  readonly label: string;
  /** Its effect, in a sentence. */
  readonly says: string;
  /** The same with consequences for this record, where the API can predict them. */
  readonly Consequence?: (props: { readonly record: R; readonly values: Values }) => ReactNode;
  readonly isGrave?: boolean;
  /** The path of the page on which it is made, instead of a dialog. */
  readonly at?: (record: R) => string;
  readonly fields: (record: R) => readonly Field[];
  readonly send: (sent: Sent<R>) => Promise<unknown>;
  /** What it sends besides the reason if several records are changed at once; undefined if this one has to be looked at by itself. */
  readonly together?: (record: R, api: Api) => Values | Promise<Values | undefined>;
  /** The part of the answer to show: a secret that is shown once. */
  readonly Answer?: (props: { readonly answer: unknown }) => ReactNode;
}

interface Offered<R> {
  readonly changes: readonly Change<R>[];
  readonly actions: readonly string[] | undefined;
  /** Refused verbs and the reasons. They are shown disabled. */
  readonly refusals?: Readonly<Record<string, string>>;
  readonly record: R;
  /** Reloads the record after a conflicting change. */
  readonly reread?: () => Promise<R>;
}

/**
 * A button for each change the record allows this caller now. What would be refused is not offered. Without a list of actions all are
 * offered: permission to create was checked before.
 */
export function ChangeButtons<R>({ changes, actions, refusals = {}, record, reread }: Offered<R>) {
  const { href } = useApi();
  const [open, setOpen] = useState<string>();
  const opened = changes.find(({ label }) => label === open);
  return (
    <>
      {offeredOf(changes, actions).map((change) => (
        <Button
          key={change.label}
          variant={record === undefined ? 'primary' : 'secondary'}
          isDanger={change.isGrave === true}
          data-action={change.action}
          {...(change.at === undefined
            ? { onClick: () => setOpen(change.label) }
            : { component: 'a', href: href(change.at(record)) })}
        >
          {change.label}
        </Button>
      ))}
      {changes
        .filter(({ action }) => refusals[action] !== undefined)
        .map(({ action, label }) => (
          <Button key={label} variant="secondary" isDisabled title={refusals[action] ?? ''}>
            {label}
          </Button>
        ))}
      {opened !== undefined && (
        <ChangeDialog change={opened} record={record} reread={reread} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
