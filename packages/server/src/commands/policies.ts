import { onlyThere, type There } from './here-or-there.js';
import * as remote from './remote/policies.js';

/** `govgate policy validate VERSION`. */
export const validatePolicy = (
  policyVersion: string,
  options: There & { readonly json?: boolean },
): Promise<void> => onlyThere(options, (service) => remote.validatePolicy(service, policyVersion, options));

/** `govgate policy publish VERSION`. */
export const publishPolicy = (
  policyVersion: string,
  options: There & { readonly hash?: string; readonly reason: string },
): Promise<void> => onlyThere(options, (service) => remote.publishPolicy(service, policyVersion, options));

/** `govgate policy simulate VERSION FILE`. */
export const simulatePolicy = (
  policyVersion: string,
  file: string,
  options: There & { readonly against?: string; readonly json?: boolean },
): Promise<void> =>
  onlyThere(options, (service) => remote.simulatePolicy(service, policyVersion, file, options));
