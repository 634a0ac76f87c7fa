import { ok } from '@govgate/domain';
import { PortUnavailable } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports, ServiceWarning } from '../call/ports.js';

/** Whether the service is ready, part by part: `GET /readyz`. */
export interface Readiness {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, 'ready' | 'unavailable'>>;
  /** What an operator should know; absent if there is nothing. */
  readonly warnings?: readonly ReadinessWarning[];
}

/**
 * four_eyes_off: one person may do what requires two. disk_full: the store has no space. For the others see `ServiceWarning` (docs/spec/operations.md#stores-and-keys).
 */
export const READINESS_WARNINGS = [
  'four_eyes_off',
  'disk_full',
  'no_write_since_failure',
  'keys_unreadable',
  'keys_in_store',
  'trail_altered',
  'draining',
] as const;
export type ReadinessWarning = (typeof READINESS_WARNINGS)[number];

type Deps = Pick<Ports, 'parts' | 'warnings' | 'settings'>;

/** Checks every part that readiness depends on. A failing optional part is reported without making the service unready. */
export const makeCheckReadiness = (deps: Deps): UseCase<Record<never, never>, Readiness> => {
  const { parts, settings } = deps;
  return async () => {
    const checked = await Promise.all(
      parts.map(async ({ name, required, check }) => ({
        name,
        required,
        ...(await check().then(
          () => UP,
          (fault: unknown) => ({
            up: false,
            isFull: fault instanceof PortUnavailable && fault.reason === 'disk_full',
          }),
        )),
      })),
    );
    const seen = await Promise.all(
      WARNINGS.map(async (warning) => ((await deps.warnings[warning]().catch(() => false)) ? [warning] : [])),
    );
    const warnings: ReadinessWarning[] = [
      ...(settings.fourEyes ? [] : (['four_eyes_off'] as const)),
      ...(checked.some(({ isFull }) => isFull) ? (['disk_full'] as const) : []),
      ...seen.flat(),
    ];
    return ok({
      ready: !warnings.includes('draining') && checked.every(({ up, required }) => up || !required),
      parts: Object.fromEntries(checked.map(({ name, up }) => [name, up ? 'ready' : 'unavailable'])),
      ...(warnings.length === 0 ? {} : { warnings }),
    });
  };
};

const UP = { up: true, isFull: false };
const WARNINGS: readonly ServiceWarning[] = [
  'no_write_since_failure',
  'keys_unreadable',
  'keys_in_store',
  'trail_altered',
  'draining',
];
