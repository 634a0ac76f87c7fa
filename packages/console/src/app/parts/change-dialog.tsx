import { Alert, Button, Form, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useId, useState } from 'react';
import { texts } from '../texts.js';
import { AuditLinks } from './audit-links.js';
import type { Change } from './change-buttons.js';
import { DifferenceTable } from './difference-table.js';
import { Failure, sentenceOf } from './failure.js';
import { type Field, FieldInputs, initialValues, type Values, type WrongField } from './fields.js';
import { type Outcome, useSending } from './use-sending.js';

interface Changing<R> {
  readonly change: Change<R>;
  readonly record: R;
  readonly reread: (() => Promise<R>) | undefined;
  readonly onClose: () => void;
}

/**
 * Asks for a change's input, shows its consequences, sends it against the state that was seen, and leaves a toast that links to its audit
 * event. After a conflicting change, the input is kept and the differences are shown: only then may it be sent against the new state.
 */
export function ChangeDialog<R>({ change, record, reread, onClose }: Changing<R>) {
  const { seen, outcome, correlationId, send } = useSending({ change, record, reread, onClose });
  const title = useId();
  const [fields] = useState(() => change.fields(record));
  const { Answer } = change;
  return (
    <Modal
      isOpen
      variant="medium"
      aria-labelledby={title}
      onClose={onClose}
      // With a list open, Escape is for the list.
      onEscapePress={({ target }) => {
        if (!(target instanceof Element && target.ariaExpanded === 'true')) onClose();
      }}
      {...(fields.length > 0 && { elementToFocus: FIRST_FIELD })}
    >
      <ModalHeader title={change.label} labelId={title} description={change.says} />
      {outcome.step === 'done' && Answer !== undefined ? (
        <ModalBody role="status">
          <Answer answer={outcome.answer} />
          <AuditLinks answer={outcome.answer} correlationId={correlationId} />
        </ModalBody>
      ) : (
        <ChangeForm
          change={change}
          fields={fields}
          seen={seen}
          outcome={outcome}
          send={send}
          close={onClose}
        />
      )}
    </Modal>
  );
}

const FIRST_FIELD = '[role=dialog] form :is(input, select, textarea)';

interface FormProps<R> {
  readonly change: Change<R>;
  /** As they were at the opening. */
  readonly fields: readonly Field[];
  readonly seen: R;
  readonly outcome: Outcome;
  readonly send: (values: Values) => void;
  readonly close: () => void;
}

function ChangeForm<R>({ change, fields, seen, outcome, send, close }: FormProps<R>) {
  const id = useId();
  const [values, setValues] = useState<Values>(() => initialValues(fields));
  const { Consequence } = change;
  const variant = change.isGrave ? 'danger' : 'primary';
  return (
    <>
      <ModalBody>
        <Form
          noValidate={false}
          id={id}
          onSubmit={(event) => {
            event.preventDefault();
            send(values);
          }}
        >
          {Consequence !== undefined && <Consequence record={seen} values={values} />}
          <FieldInputs
            fields={fields}
            values={values}
            wrong={wrongField(outcome)}
            onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
          />
          <Obstacle outcome={outcome} />
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form={id} variant={variant} isDisabled={outcome.step === 'sending'}>
          {outcome.step === 'overtaken' ? texts.sendAnyway : change.label}
        </Button>
        <Button variant="link" onClick={close}>
          {texts.cancel}
        </Button>
      </ModalFooter>
    </>
  );
}

/** What is in the way of a change: its refusal, or what somebody else changed meanwhile. */
export const Obstacle = ({ outcome }: { readonly outcome: Outcome }) => {
  if (outcome.step === 'failed') return <Failure error={outcome.error} />;
  if (outcome.step !== 'overtaken') return null;
  return (
    <Alert role="alert" variant="warning" isInline component="p" title={texts.overtaken}>
      <DifferenceTable rows={outcome.since} before={texts.youSaw} after={texts.isNow} />
    </Alert>
  );
};

const wrongField = (outcome: Outcome): WrongField | undefined => {
  if (outcome.step !== 'failed' || outcome.error.field === undefined) return undefined;
  const { error } = outcome;
  return {
    name: outcome.error.field.replace('reasonCode', 'reason_code'),
    says: error.detail ?? sentenceOf(error),
  };
};
