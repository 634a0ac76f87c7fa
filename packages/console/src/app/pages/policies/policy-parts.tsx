import type { PolicyVersion } from '@govgate/client';
import { Badge, Code, Text } from '../../parts/text.js';
import { texts } from '../../texts.js';
import { Compare } from './compare.js';
import { Findings } from './findings.js';
import { toldRules } from './rule-sentence.js';
import { Simulate } from './simulate.js';

const t = texts.policies;

/** A version's content, its faults, its differences from another and its decisions. */
export const PolicyParts = ({ record }: { readonly record: PolicyVersion }) => (
  <>
    <section>
      <h2>{t.validation}</h2>
      <p>
        <Badge of={record.validation.status} /> {t.ruleCount(record.validation.rule_count)}
      </p>
      <Findings errors={record.validation.errors} />
    </section>
    <section>
      <h2>{t.rules}</h2>
      <p>
        {t.otherwise} <Badge of={String((record.body as Record<string, unknown>).default_effect ?? '')} />
      </p>
      <ol class="rules">
        {toldRules(record.body).map((rule, place) => (
          <li key={place}>
            <Badge of={rule.effect} /> <Code of={rule.id} /> <Text of={rule.sentence} />
          </li>
        ))}
      </ol>
      <details>
        <summary>{t.manifest}</summary>
        <pre>
          <Text of={JSON.stringify(record.body, null, 2)} />
        </pre>
      </details>
    </section>
    <Compare policy={record} />
    <Simulate policy={record} />
  </>
);
