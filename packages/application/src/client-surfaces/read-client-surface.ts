import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type ClientSurfaceView, clientSurfaceView } from './client-surface-view.js';
import { RevocationProgress } from './revocation-progress.js';
import { type ClientSurfaceRef, surfaceAccess } from './surface-access.js';
import { surfaceFigures } from './surface-figures.js';

type Deps = Pick<Ports, 'records' | 'auditTrail' | 'revocations' | 'clock'>;

/** Reads a client surface (docs/spec/client-surfaces.md#record). */
export const makeReadClientSurface = (deps: Deps): UseCase<ClientSurfaceRef, ClientSurfaceView> => {
  const progress = new RevocationProgress(deps);
  return async (context, ref) => {
    const loaded = await loadRecord(deps.records, context, surfaceAccess(ref, 'client_surface.read'));
    if (!loaded.ok) return loaded;
    const { stored } = loaded.value;
    const figures = await surfaceFigures(deps, progress, { scope: ref.scope, surfaces: [stored.record] });
    return ok(clientSurfaceView(context, ref.scope, { stored, figures }));
  };
};
