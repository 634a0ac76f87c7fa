import { type Change, LISTED, load, type Offering, offering, type RecordDef } from './console-offers.js';

const { approvalRecord } = await load<{ approvalRecord: RecordDef }>('pages/reviews/approval.tsx');
const { submissionRecord } = await load<{ submissionRecord: (serverId: string) => RecordDef }>(
  'pages/mcp-servers/submission.tsx',
);

/** Calls that await an approval, or did. */
const approvals = offering({
  list: {
    path: 'reviews',
    idOf: (one) => (one as { readonly approval_id: string }).approval_id,
    ask: async (client, _, options) => client.listApprovals({}, options),
  },
  record: approvalRecord,
});

/** Submissions of MCP servers, each by its server and its own id. */
const submissions = offering({
  list: {
    path: 'submissions',
    idOf: (one) => String(one),
    ask: async (client, _, options) => {
      const { items } = await client.listMcpServers({}, options);
      const found = await Promise.all(
        items.map(async ({ server_id }) =>
          (await client.listMcpSubmissions({ server_id }, options)).map(
            ({ submission_id }) => `${server_id}/${submission_id}`,
          ),
        ),
      );
      return { items: found.flat() };
    },
  },
  record: {
    ...submissionRecord(''),
    read: (client, path, options) => {
      const [server = '', id = ''] = path.split('/');
      return submissionRecord(server).read(client, id, options);
    },
    // A change names its server, which the record itself does.
    changes: (record, api) => submissionRecord(serverOf(record)).changes(record, api),
  },
});

const serverOf = (record: unknown): string =>
  (record as { readonly manifest: { readonly server_id: string } }).manifest.server_id;

const { decisions } = await load<{ decisions: readonly Change[] }>('pages/access/decide-items.tsx');

interface ReviewItem {
  readonly item_id: string;
  readonly permissions: { readonly allowed_actions: readonly string[] };
}

/** Grants under review, decided one at a time. */
const reviewItems = offering({
  list: {
    path: 'review items',
    idOf: (one) => (one as ReviewItem).item_id,
    ask: async (client, _, options) => client.listReviewItems({ access_review_id: 'arv_open' }, options),
  },
  record: {
    read: async (client, id) => {
      const { items } = await client.listReviewItems({ access_review_id: 'arv_open', limit: 200 });
      const item = items.find(({ item_id }) => item_id === id);
      if (item === undefined) throw new Error(`no item ${id}`);
      return [item];
    },
    actionsOf: (record) => (record as readonly [ReviewItem])[0].permissions.allowed_actions,
    changes: () => decisions,
  },
});

/** Everything for which the console has buttons. */
export const OFFERINGS: readonly Offering[] = [...LISTED, approvals, submissions, reviewItems];
