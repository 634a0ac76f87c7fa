import {
  Button,
  Form,
  List,
  ListItem,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
} from '@patternfly/react-core';
import { useId, useState } from 'react';
import { texts } from '../texts.js';
import { AuditLinks } from './audit-links.js';
import type { Bulk, BulkAct, Line } from './bulk.js';
import { sentenceOf } from './failure.js';
import { FieldInputs, initialValues, type Values } from './fields.js';
import { reasonFields } from './reason-fields.js';
import { Badge, Text } from './text.js';
import { useBulk } from './use-bulk.js';

const t = texts.bulk;

interface Changing<Item> {
  readonly bulk: Bulk<Item>;
  readonly act: BulkAct;
  readonly items: readonly Item[];
  readonly onClose: () => void;
}

/** Changes several records for one reason, one call after the other, and names what was not changed and why. */
export function BulkDialog<Item>({ bulk, act, items, onClose }: Changing<Item>) {
  const id = useId();
  const title = `${id}-title`;
  const [fields] = useState(() => reasonFields(act.codes, { wordsRequired: act.isGrave === true }));
  const [values, setValues] = useState<Values>(() => initialValues(fields));
  const sending = useBulk({ bulk, act, items, onClose });
  const { lines, pending, isRunning, hasBegun, correlationId, run, stop } = sending;
  // What was sent so far is shown before the dialog goes.
  const leave = isRunning ? stop : onClose;
  return (
    <Modal isOpen variant="medium" aria-labelledby={title} onClose={leave} elementToFocus={FIRST_FIELD}>
      <ModalHeader title={`${act.label}: ${items.length}`} labelId={title} description={act.says} />
      <ModalBody>
        <Form
          noValidate={false}
          id={id}
          onSubmit={(event) => {
            event.preventDefault();
            run(values);
          }}
        >
          <p role="status">{t.progress(countsOf(lines))}</p>
          <Lines lines={lines} />
          {(!hasBegun || isRunning || pending > 0) && (
            <FieldInputs
              fields={fields}
              values={values}
              wrong={undefined}
              onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
            />
          )}
          {hasBegun && !isRunning && <AuditLinks answer={undefined} correlationId={correlationId} />}
        </Form>
      </ModalBody>
      <BulkFooter form={id} act={act} sending={sending} leave={leave} />
    </Modal>
  );
}

const BulkFooter = ({
  form,
  act,
  sending: { pending, isRunning, hasBegun },
  leave,
}: {
  readonly form: string;
  readonly act: BulkAct;
  readonly sending: Pick<ReturnType<typeof useBulk>, 'pending' | 'isRunning' | 'hasBegun'>;
  readonly leave: () => void;
}) => (
  <ModalFooter>
    {pending > 0 && !isRunning && (
      <Button type="submit" form={form} variant={act.isGrave ? 'danger' : 'primary'}>
        {hasBegun ? t.rest(pending) : t.send(act.label, pending)}
      </Button>
    )}
    <Button variant="link" onClick={leave}>
      {isRunning ? t.stop : hasBegun ? t.close : texts.cancel}
    </Button>
  </ModalFooter>
);

const FIRST_FIELD = '[role=dialog] form :is(input, textarea)';

const countsOf = (lines: readonly Line[]) => {
  const of = (...steps: readonly Line['step'][]): number =>
    lines.filter(({ step }) => steps.includes(step)).length;
  return {
    all: lines.length,
    reading: of('preparing'),
    done: of('done'),
    failed: of('failed'),
    alone: of('alone'),
  };
};

const Lines = ({ lines }: { readonly lines: readonly Line[] }) => (
  <List isPlain className="bulk">
    {lines.map(({ name, step, error }) => (
      <ListItem key={name} data-step={step}>
        <Badge of={t.step[step]} /> <Text of={name} />{' '}
        {step === 'alone' && <span className="quiet">{t.alone}</span>}
        {error !== undefined && (
          <span role="alert">
            <Text of={error.detail ?? sentenceOf(error)} />
          </span>
        )}
      </ListItem>
    ))}
  </List>
);
