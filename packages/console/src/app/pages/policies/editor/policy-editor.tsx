import { Alert, Button, Form } from '@patternfly/react-core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Obstacle } from '../../../parts/change-dialog.js';
import { Failure } from '../../../parts/failure.js';
import { FieldInputs, type Values } from '../../../parts/fields.js';
import { Heading } from '../../../parts/heading.js';
import { Loading } from '../../../parts/loading.js';
import { Trail } from '../../../parts/record-page.js';
import { Text } from '../../../parts/text.js';
import { useSending } from '../../../parts/use-sending.js';
import { useApi } from '../../../state/api.js';
import { useLoad } from '../../../state/use-load.js';
import { texts } from '../../../texts.js';
import { Findings } from '../findings.js';
import {
  describing,
  editDraft,
  formatOf,
  type ReadPolicy,
  type SavedPolicy,
  writtenText,
} from '../policy-changes.js';
import type { Notice } from './notices.js';

const t = texts.policies;
const CodeEditor = lazy(() => import('./code-editor.js'));

/** The page on which a draft is written. */
export const PolicyEditor = ({ id }: { readonly id: string }) => {
  const { client } = useApi();
  const { data, error, reload } = useLoad(['edited policy', id], ({ signal }) =>
    client.readPolicy({ policy_version: id, include: 'text' }, { signal }),
  );
  const title = t.editing(id);
  return (
    <>
      <Trail
        above={[
          [t.title, 'policies'],
          [id, `policies/${encodeURIComponent(id)}`],
        ]}
        title={t.edit}
      />
      <Heading title={title} shown={<Text of={title} />} />
      {error !== undefined && <Failure error={error} retry={reload} />}
      {data === undefined && error === undefined && <Loading lines={8} />}
      {data !== undefined &&
        (data.permissions.allowed_actions.includes('update') ? (
          <Editing policy={data} />
        ) : (
          <Alert variant="info" isInline component="p" title={t.notEditable} />
        ))}
    </>
  );
};

/** The text is the form's own: whatever is read later does not replace it. */
const Editing = ({ policy }: { readonly policy: ReadPolicy }) => {
  const { client, href } = useApi();
  const [record] = useState(policy);
  const [values, setValues] = useState<Values>({
    text: writtenText(record),
    description: record.description ?? '',
  });
  const { outcome, send } = useSending({
    change: editDraft,
    record,
    reread: () => client.readPolicy({ policy_version: record.policy_version, include: 'text' }),
    onClose: () => undefined,
    next: (saved) => saved as SavedPolicy,
  });
  const saved = outcome.step === 'done' ? (outcome.answer as SavedPolicy) : undefined;
  const notices = useMemo(
    () => (saved === undefined ? noticesOf(record) : noticesOf(saved)),
    [saved, record],
  );
  const change = (name: string, value: string): void => setValues((now) => ({ ...now, [name]: value }));
  return (
    <Form
      noValidate={false}
      onSubmit={(event) => {
        event.preventDefault();
        send(values);
      }}
    >
      <FieldInputs
        fields={[describing(record.description ?? '')]}
        values={values}
        wrong={undefined}
        onChange={change}
      />
      <Suspense fallback={<Loading lines={12} />}>
        <CodeEditor
          initial={writtenText(record)}
          label={t.manifest}
          notices={notices}
          formatOf={formatOf}
          onChange={(text) => change('text', text)}
        />
      </Suspense>
      <Obstacle outcome={outcome} />
      {saved !== undefined && <Outcome of={saved} />}
      <div className="chips">
        <Button type="submit" isDisabled={outcome.step === 'sending'}>
          {outcome.step === 'overtaken' ? texts.sendAnyway : t.save}
        </Button>
        <Button
          component="a"
          variant="link"
          href={href(`policies/${encodeURIComponent(record.policy_version)}`)}
        >
          {t.toVersion}
        </Button>
      </div>
    </Form>
  );
};

/** What the service found in what was just saved. */
const Outcome = ({ of: { validation, warnings = [] } }: { readonly of: SavedPolicy }) => (
  <div role="status">
    <p>
      {validation.status === 'not_validated'
        ? t.savedUnchecked
        : validation.valid && warnings.length === 0
          ? t.savedClean
          : t.savedWith(validation.errors.length + warnings.length)}
    </p>
    <Findings errors={validation.errors} />
  </div>
);

const noticesOf = ({
  validation,
  warnings = [],
}: Pick<SavedPolicy, 'validation' | 'warnings'>): readonly Notice[] => [
  ...validation.errors.map(({ line, detail, message }) => ({
    line: line ?? 1,
    says: detail ?? message,
    isError: true,
  })),
  ...warnings.map(({ line, message, nearest }) => ({
    line: line ?? 1,
    says: nearest === null ? message : `${message} ${t.nearest(nearest)}`,
    isError: false,
  })),
];
