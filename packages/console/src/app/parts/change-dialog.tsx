import { etagOf, type GovgateError } from '@govgate/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApi } from '../state/api.js';
import { failureOfCall } from '../state/sign-in.js';
import { texts } from '../texts.js';
import { AuditLinks } from './audit-links.js';
import type { Change } from './change-buttons.js';
import { type Difference, differences } from './difference.js';
import { DifferenceTable } from './difference-table.js';
import { Failure } from './failure.js';
import { FieldInputs, initialValues, type Values } from './fields.js';

type Outcome =
  | { readonly step: 'asking' | 'sending' }
  | { readonly step: 'failed'; readonly error: GovgateError }
  | { readonly step: 'overtaken'; readonly error: GovgateError; readonly since: readonly Difference[] }
  | { readonly step: 'done'; readonly answer: unknown };

/**
 * Asks for a change's input, shows its consequences, sends it against the state that was seen, and links to its audit event. After a
 * conflicting change, the input is kept and the differences are shown: only then may it be sent against the new state.
 */
export function ChangeDialog<R>({
  change,
  record: first,
  reread,
  onClose,
}: {
  readonly change: Change<R>;
  readonly record: R;
  readonly reread: (() => Promise<R>) | undefined;
  readonly onClose: (isDone: boolean) => void;
}) {
  const api = useApi();
  const dialog = useRef<HTMLDialogElement>(null);
  const [seen, setSeen] = useState<R>(first);
  const [fields] = useState(() => change.fields(first));
  const [values, setValues] = useState<Values>(() => initialValues(fields));
  const [outcome, setOutcome] = useState<Outcome>({ step: 'asking' });
  const [correlationId] = useState(newId);
  const keys = useRef(new Map<string, string>());

  useEffect(() => dialog.current?.showModal(), []);

  const send = async (): Promise<void> => {
    setOutcome({ step: 'sending' });
    try {
      const answer = await change.send(api.client, seen, values, {
        ...ifMatchOf(seen),
        idempotencyKey: keyFor(keys.current, values, seen),
        correlationId,
      });
      setOutcome({ step: 'done', answer });
    } catch (fault) {
      const error = failureOfCall(fault);
      setOutcome(error.status === 412 ? await overtaken(error) : { step: 'failed', error });
    }
  };

  const overtaken = async (error: GovgateError): Promise<Outcome> => {
    if (reread === undefined) return { step: 'failed', error };
    try {
      const now = await reread();
      setSeen(now);
      return { step: 'overtaken', error, since: differences(seen, now) };
    } catch (fault) {
      return { step: 'failed', error: failureOfCall(fault) };
    }
  };

  const isDone = outcome.step === 'done';
  const close = (): void => onClose(isDone);
  const { Consequence, Answer } = change;
  return (
    <dialog ref={dialog} aria-labelledby="change-title" onClose={close}>
      <h2 id="change-title">{change.label}</h2>
      {outcome.step === 'done' ? (
        <div class="done">
          <p role="status">{texts.done}</p>
          {Answer !== undefined && <Answer answer={outcome.answer} />}
          <AuditLinks answer={outcome.answer} correlationId={correlationId} />
          <div class="actions">
            <button type="button" onClick={() => dialog.current?.close()}>
              {texts.close}
            </button>
          </div>
        </div>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <p>{change.says}</p>
          {Consequence !== undefined && <Consequence record={seen} values={values} />}
          <FieldInputs
            fields={fields}
            values={values}
            wrong={wrongField(outcome)}
            onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
          />
          {outcome.step === 'failed' && <Failure error={outcome.error} />}
          {outcome.step === 'overtaken' && (
            <div class="overtaken" role="alert">
              <p>{texts.overtaken}</p>
              <DifferenceTable rows={outcome.since} before={texts.youSaw} after={texts.isNow} />
            </div>
          )}
          <div class="actions">
            <button type="button" onClick={() => dialog.current?.close()}>
              {texts.cancel}
            </button>
            <button
              type="submit"
              class={change.isGrave ? 'grave' : 'main'}
              disabled={outcome.step === 'sending'}
            >
              {outcome.step === 'overtaken' ? texts.sendAnyway : change.label}
            </button>
          </div>
        </form>
      )}
    </dialog>
  );
}

const ifMatchOf = (seen: unknown): { readonly ifMatch?: object } =>
  typeof seen === 'object' && seen !== null && etagOf(seen) !== undefined ? { ifMatch: seen } : {};

const wrongField = (outcome: Outcome): string | undefined =>
  outcome.step === 'failed' ? outcome.error.field?.replace('reasonCode', 'reason_code') : undefined;

// Resending the same form is the same call; different input or a different state is another.
const keyFor = (keys: Map<string, string>, values: Values, seen: unknown): string => {
  const about = JSON.stringify([values, seen]);
  const key = keys.get(about) ?? newId();
  keys.set(about, key);
  return key;
};

// `crypto.randomUUID` is missing on pages without TLS.
const newId = (): string =>
  `console-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
