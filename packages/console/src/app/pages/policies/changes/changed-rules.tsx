import type { PolicyDiff } from '@govgate/client';
import { Alert } from '@patternfly/react-core';
import { differences } from '../../../parts/difference.js';
import { DifferenceTable } from '../../../parts/difference-table.js';
import { Failure } from '../../../parts/failure.js';
import { Loading } from '../../../parts/loading.js';
import { Section } from '../../../parts/section.js';
import { Code, Text } from '../../../parts/text.js';
import { useApi } from '../../../state/api.js';
import { useLoad } from '../../../state/use-load.js';
import { texts } from '../../../texts.js';
import { NewlyTable } from '../newly-table.js';
import { ruleSentences } from '../rule-sentence.js';

const t = texts.policies;

/** Which calls a version decides differently from another, and which rules differ, in words. */
export const ChangedRules = ({
  policyVersion,
  against,
}: {
  readonly policyVersion: string;
  readonly against: string;
}) => {
  const { client } = useApi();
  const { data, error, reload } = useLoad(['policy diff', policyVersion, against], ({ signal }) =>
    client.diffPolicies({ policy_version: policyVersion, against }, { signal }),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading />;
  if (data.identical) return <p>{t.identical}</p>;
  return (
    <div data-diff>
      <Section title={t.decidesOtherwise}>
        <NewlyTable newly={data.newly} />
      </Section>
      <Section title={t.changedRules}>
        <Default of={data.default_effect} />
        <Rules title={t.added} rules={data.added} />
        <Rules title={t.removed} rules={data.removed} />
        {data.changed.map((rule) => (
          <Changed key={rule.rule_id} rule={rule} before={against} after={policyVersion} />
        ))}
        {data.reordered && <p className="quiet">{t.reordered}</p>}
      </Section>
    </div>
  );
};

const Default = ({ of }: { readonly of: PolicyDiff['default_effect'] }) =>
  of === null ? null : (
    <Alert
      variant="warning"
      isInline
      component="p"
      title={<Text of={t.otherDefault(String(of.before), String(of.after))} />}
    />
  );

const sentenceOf = (rule: unknown): string => ruleSentences({ rules: [rule] })[0]?.sentence ?? '';

const Rules = ({ title, rules }: { readonly title: string; readonly rules: PolicyDiff['added'] }) => {
  if (rules.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="rules">
        {rules.map(({ rule_id, rule }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a draft's rules may have no id, or the same.
          <li key={place}>
            <Code of={rule_id} /> <Text of={sentenceOf(rule)} />
          </li>
        ))}
      </ul>
    </>
  );
};

const Changed = ({
  rule: { rule_id, before: was, after: is },
  before,
  after,
}: {
  readonly rule: PolicyDiff['changed'][number];
  readonly before: string;
  readonly after: string;
}) => (
  <>
    <h3>
      {t.changed} <Code of={rule_id} />
    </h3>
    <p>
      <del>
        <Text of={sentenceOf(was)} />
      </del>
    </p>
    <p>
      <ins>
        <Text of={sentenceOf(is)} />
      </ins>
    </p>
    <DifferenceTable rows={differences(was, is)} before={before} after={after} />
  </>
);
