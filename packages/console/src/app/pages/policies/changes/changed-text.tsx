import { Checkbox } from '@patternfly/react-core';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { Failure } from '../../../parts/failure.js';
import { Loading } from '../../../parts/loading.js';
import { Section } from '../../../parts/section.js';
import { useApi } from '../../../state/api.js';
import { useLoad } from '../../../state/use-load.js';
import { useMedia } from '../../../state/use-media.js';
import { texts } from '../../../texts.js';
import type { ReadPolicy } from '../policy-changes.js';

const t = texts.policies;
const TextDifference = lazy(() => import('./text-difference.js'));

/** The text of a version beside that of another. */
export const ChangedText = ({
  policy,
  against,
}: {
  readonly policy: ReadPolicy;
  readonly against: string;
}) => {
  const { client } = useApi();
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const isUnified = useMedia('(max-width: 62rem)');
  const { data, error, reload } = useLoad(['text to compare', against], ({ signal }) =>
    client.readPolicy({ policy_version: against, include: 'text' }, { signal }),
  );
  const compared = useMemo(() => data && comparedTexts(data, policy), [data, policy]);
  return (
    <Section title={t.textBeside(against)}>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {compared === undefined && error === undefined && <Loading lines={8} />}
      {compared !== undefined && (
        <>
          <Checkbox
            id={id}
            label={t.everyLine}
            isChecked={isWhole}
            onChange={(_, checked) => setWhole(checked)}
          />
          <Suspense fallback={<Loading lines={8} />}>
            <TextDifference {...compared} isUnified={isUnified} isWhole={isWhole} />
          </Suspense>
        </>
      )}
    </Section>
  );
};

/** As they were written, if both were in one format; otherwise what they say. */
const comparedTexts = (before: ReadPolicy, after: ReadPolicy) => {
  const format = before.text_format === after.text_format ? (after.text_format ?? 'json') : 'json';
  const isWritten = before.text_format === after.text_format && before.text_format !== null;
  const textOf = ({ policy_version, text, body }: ReadPolicy) => ({
    name: policy_version,
    text: isWritten && text != null ? text : JSON.stringify(body, null, 2),
  });
  return { before: textOf(before), after: textOf(after), format };
};
