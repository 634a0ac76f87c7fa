import { makeBackchannelLogout } from '@govgate/application';
import * as v from 'valibot';
import { URLENCODED_FORM } from '../../operation/body-form.js';
import { defineOperation } from '../../operation/define-operation.js';

// It is verified, never kept or shown, so it is not searched for credentials: it is one.
const LogoutToken = v.pipe(
  v.string(),
  v.maxLength(32_768),
  v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  v.metadata({ format: 'jwt', writeOnly: true }),
);

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
  body: v.object({ logout_token: LogoutToken }),
  response: v.object({}),
  toInput: ({ body }) => body,
  toWire: () => ({}),
});
