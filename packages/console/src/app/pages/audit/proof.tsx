import type { AuditEvent, AuditEventProof } from '@govgate/client';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { Facts } from '../../parts/facts.js';
import { Section } from '../../parts/section.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { texts } from '../../texts.js';
import type { EventVerdict } from './verify-event.js';

const t = texts.audit;

/** An event's proof, verified in the browser: the verifier is loaded on demand. */
export const Proof = ({ event, proof }: { readonly event: AuditEvent; readonly proof: AuditEventProof }) => {
  const [verdict, setVerdict] = useState<EventVerdict>();
  const verify = async (): Promise<void> => {
    const { verifyEvent } = await import('./verify-event.js');
    setVerdict(verifyEvent(event, proof));
  };
  return (
    <Section title={t.proof}>
      {proof.checkpoint === null ? (
        <p>{t.notYetSigned}</p>
      ) : (
        <Facts
          facts={[
            [t.treeSize, String(proof.checkpoint.tree_size)],
            [t.root, <Code of={proof.checkpoint.root_hash} />],
            [t.signedAt, <Moment of={proof.checkpoint.signed_at} />],
            [t.key, <Code of={proof.checkpoint.public_key} />],
          ]}
        />
      )}
      <Button variant="secondary" onClick={() => void verify()}>
        {t.verify}
      </Button>
      {verdict !== undefined && (
        <div role="status" data-verdict={verdict.state}>
          <p>
            <Badge of={verdict.state} /> {t.verdict[verdict.state]}
          </p>
          <ul>
            {verdict.steps.map((step) => (
              <li key={step.name}>
                {t.step[step.name]}: {step.holds ? t.holds : t.fails}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
};
