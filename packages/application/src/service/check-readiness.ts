import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';

/** Whether the service can do its work, part by part: `GET /readyz`. */
export interface Readiness {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, 'ready' | 'unavailable'>>;
  /** What is set so that it serves with less protection; absent where nothing is. */
  readonly warnings?: readonly ReadinessWarning[];
}

export const READINESS_WARNINGS = ['four_eyes_off'] as const;
export type ReadinessWarning = (typeof READINESS_WARNINGS)[number];

/** Asks every part that readiness depends on. A part marked optional is named and does not make the service unready. */
export const makeCheckReadiness =
  ({ parts, settings }: Pick<Ports, 'parts' | 'settings'>): UseCase<Record<never, never>, Readiness> =>
  async () => {
    const asked = await Promise.all(
      parts.map(async ({ name, required, check }) => ({
        name,
        required,
        up: await check().then(
          () => true,
          () => false,
        ),
      })),
    );
    return ok({
      ready: asked.every(({ up, required }) => up || !required),
      parts: Object.fromEntries(asked.map(({ name, up }) => [name, up ? 'ready' : 'unavailable'])),
      ...(settings.fourEyes ? {} : { warnings: ['four_eyes_off'] }),
    });
  };
