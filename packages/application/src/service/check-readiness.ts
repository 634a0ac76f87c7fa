import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';

/** Whether the service can do its work, part by part: `GET /readyz`. */
export interface Readiness {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, 'ready' | 'unavailable'>>;
}

/** Asks every part that readiness depends on. A part marked optional is named and does not make the service unready. */
export const makeCheckReadiness =
  ({ parts }: Pick<Ports, 'parts'>): UseCase<Record<never, never>, Readiness> =>
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
    });
  };
