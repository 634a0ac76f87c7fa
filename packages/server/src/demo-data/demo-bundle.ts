import { parseBundle } from '@govgate/adapter-http';
import type { Bundle } from '@govgate/application';
import { addSeconds, epochMsOf, type Instant } from '@govgate/domain';
import document from './demo-bundle.json' with { type: 'json' };

/** The demonstration's tenant; distinct from the bootstrap tenant, which always exists. */
export const DEMO_TENANT = 'demo';

/** The environment that holds most of it. */
export const DEMO_ENVIRONMENT = 'production';

/** The user whose token a demonstration prints: security_admin of the whole tenant. */
export const DEMO_ADMIN = 'usr_security_lead';

/** A believable tenant with two environments, entirely invented. Its file gives times as `now-3d`; the same time gives the same data. */
export const demoBundle = (now: Instant): Bundle => {
  const parsed = parseBundle(JSON.parse(JSON.stringify(document), (_, value) => timeAt(now, value)));
  if (!parsed.ok) throw new Error(`the demonstration data is wrong: ${JSON.stringify(parsed.problems[0])}`);
  return parsed.bundle;
};

/** The planes that reported in the last minute: they go on reporting while the demonstration runs. */
export const beatingPlaneIds = (now: Instant): readonly string[] =>
  (demoBundle(now).dataPlanes ?? [])
    .filter(({ heartbeat }) => {
      const seen = heartbeat?.lastSeenAt;
      return seen != null && epochMsOf(now) - epochMsOf(seen) < 60_000;
    })
    .map(({ dataPlaneId }) => dataPlaneId);

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const TIME = /^now(?:([+-]\d+)([smhd]))?$/;

const timeAt = (now: Instant, value: unknown): unknown => {
  const [matched, count, unit] = (typeof value === 'string' && TIME.exec(value)) || [];
  if (matched === undefined) return value;
  return addSeconds(now, Number(count ?? 0) * SECONDS[(unit ?? 's') as keyof typeof SECONDS]);
};
