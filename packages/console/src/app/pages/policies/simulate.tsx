import type { GovgateError, PolicySimulation, PolicyVersion, SimulatePolicy } from '@govgate/client';
import { Button, Form } from '@patternfly/react-core';
import { useState } from 'react';
import { Failure, sentenceOf } from '../../parts/failure.js';
import { type Field, FieldInputs, initialValues, type Values, type WrongField } from '../../parts/fields.js';
import { Section } from '../../parts/section.js';
import { Badge, Code } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useAction } from '../../state/use-action.js';
import { texts } from '../../texts.js';
import { Findings } from './findings.js';
import { OtherVersion } from './other-version.js';

const t = texts.policies;

const FIELDS: readonly Field[] = [
  { name: 'user_id', label: t.user, kind: 'text', pick: 'user' },
  { name: 'groups', label: t.groups, kind: 'text', pick: 'group', isMany: true, hint: t.groupsHint },
  { name: 'agent_id', label: t.agent, kind: 'text', pick: 'agent' },
  { name: 'client_surface_id', label: t.surface, kind: 'text', pick: 'client_surface' },
  { name: 'server_id', label: t.server, kind: 'text', pick: 'mcp_server', isRequired: true },
  { name: 'tool_id', label: t.tool, kind: 'text', pick: 'tool' },
  {
    name: 'action',
    label: t.action,
    kind: 'choice',
    values: ['tool.invoke', 'tool.list', 'resource.read', 'prompt.get'],
    initial: 'tool.invoke',
    isRequired: true,
  },
  { name: 'risk_tier', label: t.risk, kind: 'choice', values: ['low', 'medium', 'high', 'critical'] },
  { name: 'attributes', label: t.attributes, kind: 'long', hint: t.attributesHint },
];

/** How this version would decide one call, and another version to compare with, with what each rule had to say. */
export const Simulate = ({ policy: { policy_version } }: { readonly policy: PolicyVersion }) => {
  const { client } = useApi();
  const [values, setValues] = useState<Values>(() => initialValues(FIELDS));
  const [against, setAgainst] = useState('');
  const { run, data, error } = useAction(async () =>
    client.simulatePolicy({
      policy_version,
      body: { request: requestOf(values), ...(against === '' ? {} : { against }) },
    }),
  );
  return (
    <Section title={t.simulate}>
      <Form
        noValidate={false}
        className="columns"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <FieldInputs
          fields={FIELDS}
          values={values}
          wrong={wrongIn(error)}
          onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
        />
        <OtherVersion
          label={t.besides}
          policyVersion={policy_version}
          value={against}
          onChoose={setAgainst}
        />
        <div>
          <Button type="submit" variant="secondary">
            {t.simulateIt}
          </Button>
        </div>
      </Form>
      {error !== undefined && <Failure error={error} />}
      {data !== undefined && <Decisions simulated={data} />}
    </Section>
  );
};

const Decisions = ({ simulated: { result, against } }: { readonly simulated: PolicySimulation }) => (
  <div className="side-by-side" role="status">
    <Decision decided={result} />
    {against !== undefined && <Decision decided={against} />}
  </div>
);

const wrongIn = (error: GovgateError | undefined): WrongField | undefined =>
  error?.field === undefined
    ? undefined
    : {
        name: error.field.replace(/^request\.(target\.)?/, ''),
        says: error.detail ?? sentenceOf(error),
      };

const requestOf = (values: Values): SimulatePolicy['request'] => {
  const { server_id = '', tool_id, groups = '', attributes = '', action, ...rest } = values;
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  return {
    ...said,
    action: (action ?? 'tool.invoke') as SimulatePolicy['request']['action'],
    target: { kind: 'mcp_server', server_id, ...(tool_id ? { tool_id } : {}) },
    ...(groups === '' ? {} : { groups: groups.split(',').map((one) => one.trim()) }),
    ...(attributes === '' ? {} : { attributes: JSON.parse(attributes) }),
  };
};

const Decision = ({ decided }: { readonly decided: PolicySimulation['result'] }) => (
  <div data-decision={decided.policy_version}>
    <h3>
      <Code of={decided.policy_version} />
    </h3>
    <Findings errors={decided.errors} />
    {decided.decision !== null && (
      <>
        <p>
          <Badge of={decided.decision.effect} /> <Code of={decided.decision.reason_code} /> {t.decidedBy}{' '}
          <Code of={decided.decision.decided_by.join(', ') || t.default} />
        </p>
        <ol className="rules">
          {decided.decision.trace.map((step) => (
            <li key={step.rule_id}>
              <Badge of={step.outcome} /> <Code of={step.rule_id} /> <Code of={step.because} />
            </li>
          ))}
        </ol>
      </>
    )}
  </div>
);
