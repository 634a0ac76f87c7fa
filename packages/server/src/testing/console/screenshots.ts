import { fileURLToPath } from 'node:url';
import { demoReview } from './access-review-stories.js';
import type { ConsoleBench } from './console-bench.js';

const SHOWN_IN = fileURLToPath(new URL('../../../../../docs/console/', import.meta.url));
const KEPT_IN = fileURLToPath(new URL('../../../../../.cache/console-pictures/', import.meta.url));

const PAGES = [
  ['overview', '', '.card ul'],
  ['reviews', 'reviews', 'tbody tr'],
  ['submission', 'mcp-servers/srv_customer_records/sub_production_customer_records_2', 'main h2'],
  ['policy', 'policies/pv_next', '.rules li'],
  ['sessions', 'sessions', 'tbody tr'],
  ['mcp-servers', 'mcp-servers', 'tbody tr'],
  ['agents', 'agents', 'tbody tr'],
  ['surfaces', 'surfaces', 'tbody tr'],
  ['bindings', 'bindings', 'tbody tr'],
  ['data-planes', 'data-planes', 'tbody tr'],
  ['destinations', 'destinations', 'tbody tr'],
  ['access', 'access/role-bindings', 'tbody tr'],
  ['access-reviews', 'access/reviews', 'tbody tr'],
  [
    'explain',
    'access/explain?environment=production&permission=session.terminate&subject_id=usr_product_viewer',
    '[data-verdict]',
  ],
  ['audit', 'audit', 'tbody tr'],
] as const;

/** What the documentation shows; the others are made to be looked at. */
const SHOWN = ['overview', 'submission', 'policy', 'sessions', 'audit'];
const SHOWN_WIDTH = 1440;

/** Pictures, only on request: each run shows different times. */
export const screenshots = (bench: () => ConsoleBench): void => {
  if (process.env.GOVGATE_WRITE_SCREENSHOTS !== 'true') return;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [SHOWN_WIDTH, 1280, 390])
      it(`writes the screenshots in ${colorScheme}, ${width} px wide`, async () => {
        const visit = await bench().visit('usr_security_lead', { colorScheme, width });
        const review = ['access-review', `access/reviews/${await demoReview(bench())}`, '[data-item]'];
        for (const [name = '', path = '', sign = ''] of [...PAGES, review]) {
          await visit.open(path);
          await visit.page.locator(sign).first().waitFor();
          const isShown = width === SHOWN_WIDTH && SHOWN.includes(name);
          const file = isShown
            ? `${SHOWN_IN}${name}-${colorScheme}`
            : `${KEPT_IN}${name}-${colorScheme}-${width}`;
          await visit.page.screenshot({ path: `${file}.png` });
        }
        await visit.end();
      });
};
