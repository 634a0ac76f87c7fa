import type { AccessReview, AccessReviewItem } from '@govgate/domain';
import type { CheckpointView } from '../audit/checkpoint-view.js';

/** What a report says. */
export interface ReportFacts {
  readonly review: AccessReview;
  readonly items: readonly AccessReviewItem[];
  readonly checkpoint: CheckpointView | null;
}

export type ReportFormat = 'markdown' | 'csv';

const COLUMNS = [
  'kind',
  'environment_id',
  'resource_id',
  'subject_type',
  'subject_id',
  'access',
  'decision',
  'decided_by',
  'decided_at',
  'reason_code',
  'reason',
] as const;

const rowOf = (item: AccessReviewItem): readonly string[] => [
  item.kind,
  item.environmentId,
  item.resourceId,
  item.subject.subjectType,
  item.subject.subjectId,
  item.access,
  item.decision,
  item.decidedBy ?? '',
  item.decidedAt ?? '',
  item.reasonCode ?? '',
  item.reason ?? '',
];

/** What applies to the whole review. */
const headOf = ({ review, checkpoint }: ReportFacts): readonly (readonly [string, string])[] => [
  ['access_review_id', review.accessReviewId],
  ['tenant_id', review.tenantId],
  ['environment_id', review.environmentId ?? ''],
  ['name', review.name],
  ['status', review.status],
  ['opened_by', review.openedBy],
  ['opened_at', review.openedAt],
  ['due_at', review.dueAt],
  ['closed_at', review.closedAt ?? ''],
  ['when_unanswered', review.whenUnanswered],
  ['trail_size', String(checkpoint?.treeSize ?? 0)],
  ['trail_root', checkpoint?.rootHash ?? ''],
  ['trail_signed_at', checkpoint?.signedAt ?? ''],
];

// A spreadsheet takes what begins with one of these for a formula (OWASP, CSV injection).
const csvCell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

const csvCells = (texts: readonly string[]): string => texts.map(csvCell).join(',');

// RFC 4180. The first columns repeat in every row what applies to the whole review, and are written once.
const csv = (facts: ReportFacts): string => {
  const head = headOf(facts);
  const names = csvCells([...head.map(([name]) => name), ...COLUMNS]);
  const whole = csvCells(head.map(([, value]) => value));
  const rows = [names, ...facts.items.map((item) => `${whole},${csvCells(rowOf(item))}`)];
  return rows.map((row) => `${row}\r\n`).join('');
};

const markdownCell = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>#|~&!]/g, '\\$&').replace(/\s+/g, ' ');

const tableRow = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |`;

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  tableRow(columns),
  `|${' --- |'.repeat(columns.length)}`,
  ...rows.map(tableRow),
];

const markdown = (facts: ReportFacts): string => {
  const { review, items, checkpoint } = facts;
  const note =
    checkpoint === null
      ? []
      : ['', '## Checkpoint of the trail', '', '```', checkpoint.note.trimEnd(), '```'];
  return [
    `# Access review ${markdownCell(review.name)}`,
    '',
    ...table(['fact', 'value'], headOf(facts)),
    '',
    '## Decisions',
    '',
    ...table(COLUMNS, items.map(rowOf)),
    ...note,
    '',
  ].join('\n');
};

/** A report as text, in each format. */
export const REPORT_FORMATS: Readonly<Record<ReportFormat, (facts: ReportFacts) => string>> = {
  markdown,
  csv,
};
