import { makeReceiveSignal } from '@govgate/application';
import * as v from 'valibot';
import { SIGNAL_FORM } from '../../operation/body-form.js';
import { defineOperation } from '../../operation/define-operation.js';
import { SIGNALS_PATH } from '../../operation/signal-error.js';
import { SignedToken } from '../../wire/signed-token.js';

/** Called by the identity provider, whose signature is on the token: no bearer token is needed. */
export const receiveSignal = defineOperation({
  id: 'receiveSignal',
  method: 'post',
  path: SIGNALS_PATH,
  useCase: makeReceiveSignal,
  summary: 'Receives a Security Event Token of the identity provider (RFC 8935, CAEP, RISC)',
  tag: 'identity',
  permission: 'public',
  scope: 'none',
  extension: true,
  params: v.object({}),
  query: v.object({}),
  bodyForm: SIGNAL_FORM,
  body: v.object({ signal: SignedToken }),
  response: v.object({}),
  status: 202,
  toInput: ({ body }) => body,
  toWire: () => ({}),
});
