import { type BulkAct, prepare } from '../../parts/bulk.js';
import { Failure } from '../../parts/failure.js';
import { type ListDef, ListPage } from '../../parts/list-page.js';
import { Loading } from '../../parts/loading.js';
import { RecordPage } from '../../parts/record-page.js';
import { type PanelOf, RecordPanel } from '../../parts/record-panel.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { type Api, useApi } from '../../state/api.js';
import { texts } from '../../texts.js';
import { useOverview } from '../overview/use-overview.js';
import type { PageContent } from '../page.js';
import { approvalRecord } from './approval.js';
import type { Waiting } from './by-urgency.js';
import { withDecidedRecord } from './decided-record.js';
import { waitingOf } from './waiting.js';
import { waitingKinds } from './waiting-total.js';

const t = texts.reviews;

/** What is pending the caller's decision: what runs out first on top, then what waits longest. */
export const reviews: PageContent = {
  Page: ({ rest: [id] }) =>
    id === undefined ? <Queue /> : <RecordPage def={approvalRecord} id={id} above={[[t.title, 'reviews']]} />,
};

const Queue = () => {
  const api = useApi();
  const { data, error, reload } = useOverview();
  if (data) {
    const kinds = waitingKinds(data.waiting).map(({ kind }) => kind);
    return <ListPage list={queueOf(api, kinds)} panelOf={panelOf} />;
  }
  return error === undefined ? <Loading /> : <Failure error={error} retry={reload} />;
};

const KINDS: readonly Waiting['kind'][] = [
  'approval',
  'mcp_submission',
  'credential_binding',
  'agent',
  'client_surface',
  'access_review',
];

const ACTS: readonly BulkAct[] = [
  { actions: ['approve'], label: texts.approve, says: t.approveSeveralSays, codes: ['reviewed'] },
  {
    actions: ['reject', 'deny'],
    label: texts.reject,
    says: t.rejectSeveralSays,
    isGrave: true,
    codes: ['too_broad', 'not_needed', 'not_trusted'],
  },
];

/** The kinds of which the overview says that something waits, each by its list. */
const queueOf = (api: Api, kinds: readonly Waiting['kind'][]): ListDef<Waiting> => ({
  title: t.title,
  path: 'reviews',
  about: kinds,
  hasNames: false,
  filters: [{ name: 'kind', label: t.kind, values: KINDS }],
  columns: [
    { head: t.what, cell: (one) => <Text of={one.name} /> },
    { head: t.kind, cell: (one) => <Badge of={t.kindOf(one.kind)} /> },
    { head: t.until, cell: (one) => <Moment of={one.until} /> },
    { head: t.since, cell: (one) => <Moment of={one.since} /> },
    { head: t.team, cell: (one) => <Code of={one.team} /> },
    { head: t.by, cell: (one) => <Code of={one.by} /> },
    { head: t.id, cell: (one) => <Code of={one.id} /> },
  ],
  // The records of a kind lie below its own page.
  idOf: (one) => one.path,
  pathOf: (one) => one.path,
  needsPage: ({ kind }) => kind === 'access_review',
  ask: async (_, query, options) => {
    const wanted = kinds.filter((kind) => kind === (query.kind || kind));
    const { items, isAtLeast } = await waitingOf(wanted, api, options);
    return { items, total: items.length, isAtLeast, next: undefined };
  },
  whenEmpty: t.whenEmpty,
  everyMs: 20_000,
  bulk: {
    acts: ACTS,
    actionsOf: ({ kind, actions }) =>
      ONE_BY_ONE.includes(kind) ? actions.filter((one) => one !== 'approve') : actions,
    nameOf: ({ name, id }) => `${name} (${id})`,
    prepare: async ({ path }, caller, actions) =>
      withDecidedRecord(path, (def, id) => prepare(caller, { def, id }, actions)),
  },
});

/** What these may do is read before it is allowed; a call is only what its policy lets through, and a submission may be what was approved before. */
const ONE_BY_ONE: readonly Waiting['kind'][] = ['credential_binding', 'agent', 'client_surface'];

const panelOf: PanelOf = (path, steps) =>
  withDecidedRecord(path, (def, id) => (
    <RecordPanel key={path} at={{ def, id, above: [[t.title, 'reviews']] }} path={path} steps={steps} />
  ));
