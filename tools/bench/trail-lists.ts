import { ask } from './ask.js';
import { atMost, type Goal } from './goal.js';
import { answerOf, createPolicyRequest, listPoliciesRequest } from './govgate.js';
import type { MeasuredServer } from './measured-server.js';
import { median } from './median.js';
import { textTable } from './print-table.js';
import { type ListedEvent, type TrailQuestion, trailQuestions } from './trail-questions.js';

const LOOKS = 9;
const LIST_MS = 10;
const FULL_PAGE = 200;
/** How far deep pages lie behind the first: a tenth of the trail. */
const DEPTH = 0.1;
/** Half of the days that a trail goes back. */
const HALF_MS = 15 * 24 * 3_600_000;
const SHOWN = 12;
/** Lists that are long enough to be deep. */
const DEEP = ['', 'environment_id=production', 'outcome=success', 'event_type=session.reported'];
const { headers } = listPoliciesRequest;

const KINDS = ['one filter', 'a deep page'] as const;

/** What a list took: median of looks, each right behind a commit. */
interface Looked {
  readonly what: string;
  readonly kind: (typeof KINDS)[number];
  readonly ms: number;
}

interface Listed {
  readonly items: readonly ListedEvent[];
  readonly page: { readonly next_cursor?: string };
}

/**
 * Lists of a trail by every filter, of an event that is rare, of one that is not and of one in the middle of the trail, and pages far
 * behind the first.
 */
export const trailLists = async (
  server: MeasuredServer,
  events: number,
): Promise<{ readonly lines: string; readonly goals: readonly Goal[] }> => {
  const looked: Looked[] = [];
  for (const { what, query } of await questionsOf(server))
    looked.push({ what, kind: 'one filter', ms: await p50(server, query) });
  for (const query of DEEP) {
    const { cursor, behind } = await deepIn(server, query, events * DEPTH);
    const what = `${query === '' ? 'all' : query}, behind ${behind.toLocaleString('en')}`;
    looked.push({ what, kind: 'a deep page', ms: await p50(server, `${query}&cursor=${cursor}`) });
  }
  looked.sort((a, b) => b.ms - a.ms);
  return { lines: tableOf(looked), goals: goalsOf(looked) };
};

/** The slowest of each kind is meant to keep to what a list may take. */
const goalsOf = (looked: readonly Looked[]): readonly Goal[] =>
  KINDS.map((kind) => {
    const slowest = looked.find((one) => one.kind === kind);
    return atMost(`trail by ${kind}, ms of the slowest`, slowest?.ms ?? Number.NaN, LIST_MS);
  });

const tableOf = (looked: readonly Looked[]): string =>
  textTable([
    [`the slowest of ${looked.length} lists`, '', 'p50 ms'],
    ...looked.slice(0, SHOWN).map(({ what, kind, ms }) => [what, kind, ms.toFixed(2)]),
  ]);

const pathOf = (query: string, limit = 50): string => `/v1/audit/events?limit=${limit}&${query}`;

const listOf = async (server: MeasuredServer, query: string, limit?: number): Promise<Listed> =>
  JSON.parse(await answerOf(server, { method: 'GET', path: pathOf(query, limit), headers })) as Listed;

const questionsOf = async (server: MeasuredServer): Promise<readonly TrailQuestion[]> => {
  const denied = await eventIn(server, 'outcome=denied');
  const success = await eventIn(server, 'outcome=success');
  const middle = new Date(Date.parse(success.occurred_at) - HALF_MS).toISOString();
  const inMiddle = await eventIn(server, `outcome=success&to=${middle}`);
  return [
    ...[denied, success].flatMap(trailQuestions),
    ...trailQuestions(inMiddle).map((question) => ({ ...question, what: `${question.what}, of the middle` })),
  ];
};

/** An event that every filter can find. */
const eventIn = async (server: MeasuredServer, query: string): Promise<ListedEvent> => {
  const { items } = await listOf(server, query, FULL_PAGE);
  const found = items.find((event) => event.correlation_id !== null && event.environment_id !== null);
  if (found === undefined) throw new Error(`no event of a call in an environment among ${query}`);
  return found;
};

const deepIn = async (server: MeasuredServer, query: string, depth: number) => {
  let [cursor, behind] = ['', 0];
  while (behind < depth) {
    const { items, page } = await listOf(
      server,
      cursor === '' ? query : `${query}&cursor=${cursor}`,
      FULL_PAGE,
    );
    if (page.next_cursor === undefined) break;
    behind += items.length;
    cursor = encodeURIComponent(page.next_cursor);
  }
  return { cursor, behind };
};

const p50 = async (server: MeasuredServer, query: string): Promise<number> => {
  const took: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await ask(server, createPolicyRequest());
    took.push(await ask(server, { method: 'GET', path: pathOf(query), headers }));
  }
  return median(took);
};
