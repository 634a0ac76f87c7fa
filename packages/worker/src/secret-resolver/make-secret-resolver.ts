import { Secret } from '@govgate/domain';
import { mayReadVariable, parseSecretReference, type VariableGrant } from '@govgate/domain/internal';
import type { SecretResolution, SecretResolver } from '@govgate/ports';
import { makeReadSecret, type SecretFolders } from './secret-folders.js';

export interface SecretResolverSettings extends SecretFolders {
  /** Which variables references may resolve to, and for whom (`GOVGATE_SECRET_ENV`). */
  readonly variables: readonly VariableGrant[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const MAX_LENGTH = 65_536;

/**
 * Resolves `env:NAME` and `file:NAME` for a tenant and environment: variables listed for them, and files in their folder (see
 * docs/spec/credential-bindings.md#secret-references). Everything else gives the same answer, so that nothing of others can be probed.
 */
export const makeSecretResolver = (settings: SecretResolverSettings): SecretResolver => {
  const { environment } = settings;
  const grants = byName(settings.variables);
  const readSecret = makeReadSecret(settings);
  return {
    resolve: async (scope, reference) => {
      const location = parseSecretReference(reference);
      if (location === undefined) return 'secret_ref_unresolved';
      const { source, name } = location;
      if (source === 'file') return asSecret(await readSecret(scope, name));
      const mayRead =
        mayReadVariable(grants.get(name) ?? [], scope, name) && Object.hasOwn(environment, name);
      return asSecret(mayRead ? environment[name] : undefined);
    },
  };
};

const withoutLastNewline = (text: string): string => text.replace(/\r?\n$/, '');

const asSecret = (text: string | undefined): SecretResolution => {
  const value = withoutLastNewline(text ?? '');
  const usable = value !== '' && value.length <= MAX_LENGTH && !value.includes('\0');
  return usable ? new Secret(value) : 'secret_ref_unresolved';
};

// Each of many data planes may have one.
const byName = (variables: readonly VariableGrant[]): Map<string, VariableGrant[]> => {
  const grants = new Map<string, VariableGrant[]>();
  for (const grant of variables) grants.set(grant.name, [...(grants.get(grant.name) ?? []), grant]);
  return grants;
};
