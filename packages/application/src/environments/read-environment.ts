import { ok, type Scope } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { admitRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import {
  type EnvironmentDetail,
  environmentAccess,
  environmentDetail,
  settingsOf,
} from './environment-settings.js';

/** Reads an environment with its settings. */
export const makeReadEnvironment =
  (deps: Pick<Ports, 'records'>): UseCase<{ readonly scope: Scope }, EnvironmentDetail> =>
  async (context, { scope }) => {
    const admitted = await admitRecord(deps.records, context, {
      ...environmentAccess(scope),
      permission: 'local_identity.read',
    });
    if (!admitted.ok) return admitted;
    return ok(environmentDetail(admitted.value.stored ?? (await settingsOf(deps, scope))));
  };
