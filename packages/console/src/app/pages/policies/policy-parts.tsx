import { CodeBlock, CodeBlockCode, ExpandableSection } from '@patternfly/react-core';
import { Section } from '../../parts/section.js';
import { Badge, Code, Text } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { texts } from '../../texts.js';
import { changesPath } from './changes/changes-path.js';
import { Findings } from './findings.js';
import { type ReadPolicy, writtenText } from './policy-changes.js';
import { PolicyHistory } from './policy-history.js';
import { ruleSentences } from './rule-sentence.js';
import { Simulate } from './simulate.js';

const t = texts.policies;

/** A version's content, its faults, and its decisions. */
export const PolicyParts = ({ record }: { readonly record: ReadPolicy }) => (
  <>
    <p className="chips">
      <SeeChanges of={record} />
    </p>
    <Section title={t.validation}>
      <p>
        <Badge of={record.validation.status} /> {t.ruleCount(record.validation.rule_count)}
      </p>
      <Findings errors={record.validation.errors} />
    </Section>
    <Section title={t.rules}>
      <p>
        {t.otherwise} <Badge of={String((record.body as Record<string, unknown>).default_effect ?? '')} />
      </p>
      <ol className="rules">
        {ruleSentences(record.body).map((rule, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a draft's rules may have no id, or the same.
          <li key={place}>
            <Badge of={rule.effect} /> <Code of={rule.id} /> <Text of={rule.sentence} />
          </li>
        ))}
      </ol>
      <ExpandableSection toggleText={t.manifest}>
        <CodeBlock>
          <CodeBlockCode>
            <Text of={writtenText(record)} />
          </CodeBlockCode>
        </CodeBlock>
      </ExpandableSection>
    </Section>
    <PolicyHistory />
    <Simulate policy={record} />
  </>
);

/** The way to what a version changes. */
const SeeChanges = ({ of: { policy_version } }: { readonly of: ReadPolicy }) => {
  const { href } = useApi();
  return <a href={href(changesPath(policy_version))}>{t.seeChanges}</a>;
};
