import type { ListedPolicy, PublishPreview } from '@govgate/client';
import { Alert, List, ListItem } from '@patternfly/react-core';
import { Failure } from '../../parts/failure.js';
import { Loading } from '../../parts/loading.js';
import { Code } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';
import { Findings } from './findings.js';
import { NewlyTable } from './newly-table.js';

const t = texts.policies;

/** The effect of a publish: requested from the API before anything is sent, for exactly the hash to be published. */
export const PublishConsequence = ({ record }: { readonly record: ListedPolicy }) => {
  const { client } = useApi();
  const { policy_version, manifest_hash } = record;
  const { data, error, reload } = useLoad(['publish preview', policy_version, manifest_hash], ({ signal }) =>
    client.previewPublish({ policy_version, body: { manifest_hash } }, { signal }),
  );
  return (
    <section>
      <p>
        {t.hash} <Code of={manifest_hash} />
      </p>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && <Preview preview={data} />}
    </section>
  );
};

const Preview = ({ preview }: { readonly preview: PublishPreview }) => (
  <>
    {!preview.publishable && (
      <p role="alert">
        <strong>{t.notPublishable}</strong>
      </p>
    )}
    <Findings errors={preview.validation.errors} />
    <Warnings of={preview.warnings} />
    {preview.tests !== null && <p>{t.tests(preview.tests.calls, preview.tests.failed)}</p>}
    {preview.against !== null && (
      <p>
        {t.against} <Code of={preview.against} />
      </p>
    )}
    <NewlyTable newly={preview.newly} />
  </>
);

/** Names that nobody has: a publish does not fail by them, and means something else than it says. */
const Warnings = ({ of }: { readonly of: PublishPreview['warnings'] }) => {
  if (of.length === 0) return null;
  return (
    <Alert variant="warning" isInline component="p" title={t.warnings}>
      <List isPlain>
        {of.map(({ path, message, nearest }) => (
          <ListItem key={path}>
            <Code of={path} /> {message} {nearest !== null && t.nearest(nearest)}
          </ListItem>
        ))}
      </List>
    </Alert>
  );
};
