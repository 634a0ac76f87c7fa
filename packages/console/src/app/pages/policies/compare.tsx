import type { PolicyDiff, PolicyVersion } from '@govgate/client';
import { useState } from 'react';
import { differences } from '../../parts/difference.js';
import { DifferenceTable } from '../../parts/difference-table.js';
import { Failure } from '../../parts/failure.js';
import { Loading } from '../../parts/loading.js';
import { Section } from '../../parts/section.js';
import { Code, Text } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { NewlyTable } from './newly-table.js';
import { OtherVersion } from './other-version.js';
import { toldRules } from './rule-sentence.js';

const t = texts.policies;

/** How this version differs from another, rule by rule, and which calls are decided differently. */
export const Compare = ({ policy }: { readonly policy: PolicyVersion }) => {
  const [against, setAgainst] = useState('');
  return (
    <Section title={t.compare}>
      <OtherVersion
        label={t.compareWith}
        policyVersion={policy.policy_version}
        value={against}
        onChoose={setAgainst}
      />
      {against !== '' && <Diff policyVersion={policy.policy_version} against={against} />}
    </Section>
  );
};

const Diff = ({ policyVersion, against }: { readonly policyVersion: string; readonly against: string }) => {
  const { client } = useApi();
  const { data, error, reload } = useLoad(['policy diff', policyVersion, against], ({ signal }) =>
    client.diffPolicies({ policy_version: policyVersion, against }, { signal }),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading />;
  if (data.identical) return <p>{t.identical}</p>;
  return (
    <div data-diff>
      <Rules title={t.added} rules={data.added} />
      <Rules title={t.removed} rules={data.removed} />
      {data.changed.map((rule) => (
        <div key={rule.rule_id}>
          <h3>
            {t.changed} <Code of={rule.rule_id} />
          </h3>
          <DifferenceTable
            rows={differences(rule.before, rule.after)}
            before={against}
            after={policyVersion}
          />
        </div>
      ))}
      <h3>{t.decidesOtherwise}</h3>
      <NewlyTable newly={data.newly} />
    </div>
  );
};

const Rules = ({ title, rules }: { readonly title: string; readonly rules: PolicyDiff['added'] }) => {
  if (rules.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {toldRules({ rules: rules.map(({ rule }) => rule) }).map((rule) => (
          <li key={rule.id}>
            <Code of={rule.id} /> <Text of={rule.sentence} />
          </li>
        ))}
      </ul>
    </>
  );
};
