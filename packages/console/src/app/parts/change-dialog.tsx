import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts.js';
import { AuditLinks } from './audit-links.js';
import type { Change } from './change-buttons.js';
import { DifferenceTable } from './difference-table.js';
import { Failure } from './failure.js';
import { FieldInputs, initialValues, type Values } from './fields.js';
import { type Outcome, useSending } from './use-sending.js';

/**
 * Asks for a change's input, shows its consequences, sends it against the state that was seen, and links to its audit event. After a
 * conflicting change, the input is kept and the differences are shown: only then may it be sent against the new state.
 */
export function ChangeDialog<R>({
  change,
  record,
  reread,
  onClose,
}: {
  readonly change: Change<R>;
  readonly record: R;
  readonly reread: (() => Promise<R>) | undefined;
  readonly onClose: (isDone: boolean) => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { seen, outcome, correlationId, send } = useSending({ change, record, reread });
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  const { step } = outcome;
  return (
    <dialog ref={dialog} aria-labelledby="change-title" onClose={() => onClose(step === 'done')}>
      <h2 id="change-title">{change.label}</h2>
      {step === 'done' ? (
        <Done change={change} answer={outcome.answer} correlationId={correlationId} close={close} />
      ) : (
        <Form change={change} first={record} seen={seen} outcome={outcome} send={send} close={close} />
      )}
    </dialog>
  );
}

function Done<R>({
  change: { Answer },
  answer,
  correlationId,
  close,
}: {
  readonly change: Change<R>;
  readonly answer: unknown;
  readonly correlationId: string;
  readonly close: () => void;
}) {
  return (
    <div class="done">
      <p role="status">{texts.done}</p>
      {Answer !== undefined && <Answer answer={answer} />}
      <AuditLinks answer={answer} correlationId={correlationId} />
      <div class="actions">
        <button type="button" onClick={close}>
          {texts.close}
        </button>
      </div>
    </div>
  );
}

interface FormProps<R> {
  readonly change: Change<R>;
  /** The record at the opening: what the fields start with. */
  readonly first: R;
  readonly seen: R;
  readonly outcome: Outcome;
  readonly send: (values: Values) => Promise<void>;
  readonly close: () => void;
}

function Form<R>({ change, first, seen, outcome, send, close }: FormProps<R>) {
  const [fields] = useState(() => change.fields(first));
  const [values, setValues] = useState<Values>(() => initialValues(fields));
  const { Consequence } = change;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(values);
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
      <Obstacle outcome={outcome} />
      <div class="actions">
        <button type="button" onClick={close}>
          {texts.cancel}
        </button>
        <button type="submit" class={change.isGrave ? 'grave' : 'main'} disabled={outcome.step === 'sending'}>
          {outcome.step === 'overtaken' ? texts.sendAnyway : change.label}
        </button>
      </div>
    </form>
  );
}

const Obstacle = ({ outcome }: { readonly outcome: Outcome }) => {
  if (outcome.step === 'failed') return <Failure error={outcome.error} />;
  if (outcome.step !== 'overtaken') return null;
  return (
    <div class="overtaken" role="alert">
      <p>{texts.overtaken}</p>
      <DifferenceTable rows={outcome.since} before={texts.youSaw} after={texts.isNow} />
    </div>
  );
};

const wrongField = (outcome: Outcome): string | undefined =>
  outcome.step === 'failed' ? outcome.error.field?.replace('reasonCode', 'reason_code') : undefined;
