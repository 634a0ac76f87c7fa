import type { DefinitionReview, Submission } from '@govgate/client';
import { ExpandableSection, List, ListItem } from '@patternfly/react-core';
import { DifferenceTable } from '../../parts/difference-table.js';
import { Failure } from '../../parts/failure.js';
import { Loading } from '../../parts/loading.js';
import { Section } from '../../parts/section.js';
import { Badge, Code } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { asApproved, type RiskChange, risenFirst, risenTools } from './risk-changes.js';
import { whatChanges } from './what-changes.js';

const t = texts.servers;

/**
 * What a submission would change: what became more dangerous first, then each tool's definition, old and new side by side, with suspicious
 * parts marked. Unchanged tools are listed, folded.
 */
export const Definitions = ({
  serverId,
  submission,
}: {
  readonly serverId: string;
  readonly submission: Submission;
}) => {
  const { client } = useApi();
  const { submission_id } = submission.summary;
  const { data, error, reload } = useLoad(['definitions', serverId, submission_id], ({ signal }) =>
    whatChanges(client, serverId, submission, { signal }),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading />;
  const { review, risks } = data;
  const risen = risenTools(risks, review.risks);
  return (
    <>
      <RisenRisks risks={risks} rises={review.risks} />
      <Suspicious review={review} />
      <Section title={t.definitions}>
        {review.server.length > 0 && (
          <>
            <h3>{t.serverItself}</h3>
            <Parts parts={review.server} />
          </>
        )}
        {risenFirst(review.tools, risen).map((tool) => (
          <ToolParts key={tool.tool_id} tool={tool} hasRisen={risen.has(tool.tool_id)} />
        ))}
        <Unchanged ids={asApproved(review.unchanged_tools, risks)} />
      </Section>
    </>
  );
};

const ToolParts = ({
  tool: { tool_id, change, parts },
  hasRisen,
}: {
  readonly tool: DefinitionReview['tools'][number];
  readonly hasRisen: boolean;
}) => (
  <div>
    <h3>
      <Code of={tool_id} /> <Badge of={change} /> {hasRisen && <Badge of="risk_risen" />}
    </h3>
    <Parts parts={parts} />
  </div>
);

const RisenRisks = ({
  risks,
  rises,
}: {
  readonly risks: readonly RiskChange[];
  readonly rises: DefinitionReview['risks'];
}) => {
  const risen = risks.filter(({ hasRisen }) => hasRisen);
  if (risen.length + rises.length === 0) return null;
  return (
    <Section title={t.risen}>
      <List isPlain>
        {risen.map(({ toolId, before, after }) => (
          <ListItem key={toolId} data-risen={toolId}>
            <Code of={toolId} />: {before === undefined ? t.newTool : <Badge of={before} />} →{' '}
            <Badge of={after} />
          </ListItem>
        ))}
        {rises.map(({ tool_id, code, field }) => (
          <ListItem key={`${tool_id} ${code} ${field}`} data-risen={tool_id}>
            <Code of={tool_id} />: {t.rises[code]} <Code of={field} />
          </ListItem>
        ))}
      </List>
    </Section>
  );
};

const Unchanged = ({ ids }: { readonly ids: readonly string[] }) => {
  if (ids.length === 0) return null;
  return (
    <ExpandableSection toggleText={t.unchanged(ids.length)}>
      <Code of={ids.join(', ')} />
    </ExpandableSection>
  );
};

const Parts = ({ parts }: { readonly parts: DefinitionReview['server'] }) => (
  <DifferenceTable
    rows={parts.map(({ field, old, new: now }) => ({ path: field, before: old ?? '', after: now ?? '' }))}
    before={t.old}
    after={t.now}
  />
);

const Suspicious = ({ review }: { readonly review: DefinitionReview }) => {
  if (review.findings.length === 0) return null;
  return (
    <Section title={t.suspicious}>
      <List isPlain>
        {review.findings.map((finding) => (
          <ListItem key={JSON.stringify(finding)}>
            <Badge of={finding.severity} /> {finding.code.replaceAll('_', ' ')} <Code of={finding.tool_id} />{' '}
            <Code of={finding.field} />
          </ListItem>
        ))}
      </List>
    </Section>
  );
};
