import type { DefinitionReview, Submission } from '@govgate/client';
import { List, ListItem } from '@patternfly/react-core';
import { DifferenceTable } from '../../parts/difference-table.js';
import { Failure } from '../../parts/failure.js';
import { Loading } from '../../parts/loading.js';
import { Section } from '../../parts/section.js';
import { Badge, Code } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';

const t = texts.servers;

/** What a submission would change: each tool's definition, old and new side by side, with suspicious parts marked. */
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
    client.reviewMcpDefinitions({ server_id: serverId, submission_id }, { signal }),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <Suspicious review={data} />
      <Section title={t.definitions}>
        {data.server.length > 0 && (
          <>
            <h3>{t.serverItself}</h3>
            <Parts parts={data.server} />
          </>
        )}
        {data.tools.map((tool) => (
          <div key={tool.tool_id}>
            <h3>
              <Code of={tool.tool_id} /> <Badge of={tool.change} />
            </h3>
            <Parts parts={tool.parts} />
          </div>
        ))}
        <p className="quiet">{t.unchanged(data.unchanged_tools.length)}</p>
      </Section>
    </>
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
