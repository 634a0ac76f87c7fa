import type { DefinitionReview, Submission } from '@govgate/client';
import { DifferenceTable } from '../../parts/difference-table.js';
import { Failure } from '../../parts/failure.js';
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
  const { data, error, reload } = useLoad(submission_id, ({ signal }) =>
    client.reviewMcpDefinitions({ server_id: serverId, submission_id }, { signal }),
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <p class="quiet">{texts.loading}</p>;
  return (
    <>
      <Suspicious review={data} />
      <h2>{t.definitions}</h2>
      {data.server.length > 0 && <Parts title={t.serverItself} parts={data.server} />}
      {data.tools.map((tool) => (
        <section key={tool.tool_id}>
          <h3>
            <Code of={tool.tool_id} /> <Badge of={tool.change} />
          </h3>
          <Parts parts={tool.parts} />
        </section>
      ))}
      <p class="quiet">{t.unchanged(data.unchanged_tools.length)}</p>
    </>
  );
};

const Parts = ({ title, parts }: { readonly title?: string; readonly parts: DefinitionReview['server'] }) => (
  <>
    {title !== undefined && <h3>{title}</h3>}
    <DifferenceTable
      rows={parts.map(({ field, old, new: now }) => ({ path: field, before: old ?? '', after: now ?? '' }))}
      before={t.old}
      after={t.now}
    />
  </>
);

const Suspicious = ({ review }: { readonly review: DefinitionReview }) => {
  if (review.findings.length === 0) return null;
  return (
    <section>
      <h2>{t.suspicious}</h2>
      <ul>
        {review.findings.map((finding) => (
          <li key={JSON.stringify(finding)}>
            <Badge of={finding.severity} /> {finding.code.replaceAll('_', ' ')} <Code of={finding.tool_id} />{' '}
            <Code of={finding.field} />
          </li>
        ))}
      </ul>
    </section>
  );
};
