import { Alert, Button, Form } from '@patternfly/react-core';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
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
import { changesPath } from '../changes/changes-path.js';
import {
  describing,
  editDraft,
  formatOf,
  type ReadPolicy,
  type SavedPolicy,
  writtenText,
} from '../policy-changes.js';
import type { CodeView } from './code-view.js';
import { findNamed } from './find-named.js';
import type { Notice } from './notices.js';
import { Problems } from './problems.js';
import { type Found, useTextCheck } from './use-text-check.js';

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
  const api = useApi();
  const { record, values, change, send, outcome, saved, isSaved, notices, error } = useDraft(policy);
  const view = useRef<CodeView>(undefined);
  const fields = [describing(record.description ?? '')];
  return (
    <Form
      noValidate={false}
      onSubmit={(event) => {
        event.preventDefault();
        send(values);
      }}
    >
      <FieldInputs fields={fields} values={values} wrong={undefined} onChange={change} />
      <Suspense fallback={<Loading lines={12} />}>
        <CodeEditor
          initial={writtenText(record)}
          label={t.manifest}
          notices={notices}
          view={view}
          find={findNamed(api)}
          formatOf={formatOf}
          onChange={(text) => change('text', text)}
        />
      </Suspense>
      <p className="quiet">{t.editorKeys}</p>
      <Problems notices={notices} error={error} onGoTo={(notice) => view.current?.goTo(notice)} />
      <Obstacle outcome={outcome} />
      {saved !== undefined && <Outcome of={saved} />}
      <div className="chips">
        <Button type="submit" isDisabled={outcome.step === 'sending'}>
          {outcome.step === 'overtaken' ? texts.sendAnyway : t.save}
        </Button>
        <WaysOn version={record.policy_version} isSaved={isSaved} />
      </div>
    </Form>
  );
};

/** A draft that is edited: as it was opened, its save, and what is found in the text at hand. */
const useDraft = (policy: ReadPolicy) => {
  const { client } = useApi();
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
  const { found = saved ?? record, error } = useTextCheck(record, values.text ?? '');
  const notices = useMemo(() => noticesOf(found), [found]);
  const change = (name: string, value: string): void => setValues((now) => ({ ...now, [name]: value }));
  const isSaved = values.text === (saved?.text ?? writtenText(record));
  return { record, values, change, send, outcome, saved, isSaved, notices, error };
};

const WaysOn = ({ version, isSaved }: { readonly version: string; readonly isSaved: boolean }) => {
  const { href } = useApi();
  return (
    <>
      {isSaved && (
        <Button component="a" variant="link" href={href(changesPath(version))}>
          {t.seeChanges}
        </Button>
      )}
      <Button component="a" variant="link" href={href(`policies/${encodeURIComponent(version)}`)}>
        {t.toVersion}
      </Button>
    </>
  );
};

/** What came of a save. */
const Outcome = ({ of: { validation, warnings = [] } }: { readonly of: SavedPolicy }) => (
  <p role="status">
    {validation.status === 'not_validated'
      ? t.savedUnchecked
      : t.saved(validation.errors.length + warnings.length)}
  </p>
);

const noticesOf = ({ validation, warnings = [] }: Found): readonly Notice[] => [
  ...validation.errors.map(({ line, column, detail, message }) => ({
    line: line ?? 1,
    column: column ?? 1,
    says: detail ?? message,
    isError: true,
  })),
  ...warnings.map(({ line, column, message, nearest }) => ({
    line: line ?? 1,
    column: column ?? 1,
    says: nearest === null ? message : `${message} ${t.nearest(nearest)}`,
    isError: false,
  })),
];
