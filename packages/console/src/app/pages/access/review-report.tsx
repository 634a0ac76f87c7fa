import type { ReadAccessReviewResponse as AccessReview, ReportAccessReviewResponse } from '@govgate/client';
import { Button } from '@patternfly/react-core';
import { download } from '../../parts/download.js';
import { Failure } from '../../parts/failure.js';
import { Section } from '../../parts/section.js';
import { Code, Moment } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useAction } from '../../state/use-action.js';
import { texts } from '../../texts.js';

const t = texts.accessReviews;

const FORMATS = [
  ['markdown', 'md', 'text/markdown'],
  ['csv', 'csv', 'text/csv'],
] as const;

type Format = (typeof FORMATS)[number];

/** Saves the review with every decision, and names the checkpoint that covers them. */
export const ReviewReport = ({ review }: { readonly review: AccessReview }) => (
  <Section title={t.report}>
    <p>{t.reportSays}</p>
    {FORMATS.map((format) => (
      <Saving key={format[0]} id={review.access_review_id} format={format} />
    ))}
  </Section>
);

const Saving = ({ id, format: [format, ending, type] }: { readonly id: string; readonly format: Format }) => {
  const { client } = useApi();
  const { run, data, error, isRunning } = useAction(async () => {
    const report = await client.reportAccessReview({ access_review_id: id, format });
    download(new Blob([report.content], { type }), `${id}.${ending}`);
    return report;
  });
  return (
    <>
      <p className="chips">
        <Button variant="secondary" isDisabled={isRunning} onClick={run}>
          {t.reportAs[format]}
        </Button>
        <span role="status" data-report={data?.format}>
          {data !== undefined && <Saved report={data} />}
        </span>
      </p>
      {error !== undefined && <Failure error={error} />}
    </>
  );
};

const Saved = ({ report: { checkpoint } }: { readonly report: ReportAccessReviewResponse }) =>
  checkpoint === null ? (
    t.savedUnsigned
  ) : (
    <>
      {t.saved(checkpoint.tree_size)} <Code of={checkpoint.root_hash} />, {t.signed}{' '}
      <Moment of={checkpoint.signed_at} />.
    </>
  );
