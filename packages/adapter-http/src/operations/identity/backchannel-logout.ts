import { makeBackchannelLogout } from '@govgate/application';
import * as v from 'valibot';
import { URLENCODED_FORM } from '../../operation/body-form.js';
import { defineOperation } from '../../operation/define-operation.js';
import { SignedToken } from '../../wire/signed-token.js';

/** Called by the identity provider, whose signature is on the token: no bearer token comes with it. */
export const backchannelLogout = defineOperation({
  id: 'backchannelLogout',
  method: 'post',
  path: '/v1/identity/backchannel-logout',
  useCase: makeBackchannelLogout,
  summary:
    'Takes note that somebody signed out at the identity provider (OpenID Connect Back-Channel Logout)',
  tag: 'identity',
  permission: 'public',
  scope: 'none',
  extension: true,
  params: v.object({}),
  query: v.object({}),
  bodyForm: URLENCODED_FORM,
  body: v.object({ logout_token: SignedToken }),
  response: v.object({}),
  toInput: ({ body }) => body,
  toWire: () => ({}),
});
