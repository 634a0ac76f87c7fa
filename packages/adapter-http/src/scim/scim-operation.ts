import type { CallContext, UseCase } from '@govgate/application';
import { ok, type Result } from '@govgate/domain';
import { SCIM_FORM } from '../operation/body-form.js';
import type { AllPorts } from '../operation/define-operation.js';
import { SCIM_TYPE } from './scim-error.js';

/** What all operations of SCIM share. The tenant is the token's; one permission provisions and reads. */
export const SCIM_OPERATION = {
  tag: 'local_identity',
  permission: 'local_identity.manage',
  scope: 'none',
  extension: true,
  scim: true,
  bodyForm: SCIM_FORM,
  /** A group of 5,000 members. */
  bodyLimit: 1024 * 1024,
  contentType: SCIM_TYPE,
} as const;

/** A use case as SCIM calls it: what was sent is read first, and the answer is spelt as SCIM does, under the service's address. */
export const spelt =
  <Sent, Input, Output, Answer>(
    make: (ports: AllPorts) => UseCase<Input, Output>,
    read: (sent: Sent) => Result<Input>,
    spell: (publicUrl: string, output: Output, sent: Sent) => Answer,
  ) =>
  (ports: AllPorts): UseCase<Sent, Answer> => {
    const useCase = make(ports);
    return async (context: CallContext, sent: Sent) => {
      const input = read(sent);
      if (!input.ok) return input;
      const outcome = await useCase(context, input.value);
      return outcome.ok ? ok(spell(ports.publicUrl(), outcome.value, sent)) : outcome;
    };
  };
