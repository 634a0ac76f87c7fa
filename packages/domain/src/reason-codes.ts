/**
 * What kind of refusal a reason code is. The HTTP adapter maps each kind to one status number; nothing else
 * in the system knows those numbers.
 */
export type RefusalKind =
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media'
  | 'unprocessable'
  | 'precondition_required'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal'
  | 'not_implemented'
  | 'unavailable';

interface ReasonRow {
  readonly kind: RefusalKind;
  /** A fixed English sentence. It never holds anything that a caller sent. */
  readonly message: string;
  readonly retryable: boolean;
}

const row = (kind: RefusalKind, message: string, retryable = false): ReasonRow => ({
  kind,
  message,
  retryable,
});

/** Every reason code that a refusal may carry (docs/spec/conventions.md#errors), with its kind, its message and whether a retry can help. */
export const REASONS = {
  invalid_request: row('bad_request', 'The request is malformed or a value is not allowed.'),
  invalid_json: row('bad_request', 'The request body is not valid JSON.'),
  unknown_field: row('bad_request', 'The request names a field or parameter that does not exist.'),
  missing_scope: row('bad_request', 'The request must name the tenant or environment it is about.'),
  invalid_cursor: row('bad_request', 'The page token is not valid for this request.'),
  invalid_filter: row('bad_request', 'A filter has a value that is not allowed.'),
  invalid_sort: row('bad_request', 'The sort order is not one that this list offers.'),
  invalid_page_size: row('bad_request', 'The page size must be a whole number from 1 to 200.'),
  immutable: row('bad_request', 'The value cannot be changed once it is set.'),
  invalid_path: row('bad_request', 'The path of an operation is not valid.'),
  actor_id_not_allowed: row('bad_request', 'The actor comes from the authentication and may not be sent.'),
  unauthenticated: row('unauthenticated', 'A bearer token is required.'),
  token_invalid: row('unauthenticated', 'The bearer token is not valid.'),
  token_expired: row('unauthenticated', 'The bearer token has expired.'),
  permission_denied: row('forbidden', 'The caller lacks the permission for this operation.'),
  scope_forbidden: row('forbidden', 'The caller may not act in the requested tenant or environment.'),
  actor_mismatch: row('forbidden', 'The named actor is not the authenticated caller.'),
  self_approval_forbidden: row(
    'forbidden',
    'Whoever made, changed or submitted a record last cannot approve it.',
  ),
  self_grant_forbidden: row(
    'forbidden',
    'A caller cannot grant roles to themselves, nor add to a group that holds more than they do.',
  ),
  exceeds_grantor: row(
    'forbidden',
    'The grant gives more, or for longer, than the caller has in that scope.',
  ),
  not_found: row('not_found', 'The record does not exist in the requested scope.'),
  route_not_found: row('not_found', 'No such endpoint.'),
  method_not_allowed: row('method_not_allowed', 'The endpoint does not offer this method.'),
  request_timeout: row('request_timeout', 'The request was not received in time.'),
  manifest_hash_mismatch: row('conflict', 'The manifest hash is not the hash of the stored version.'),
  invalid_state: row('conflict', 'The record is in a state that does not allow this operation.'),
  invalid_transition: row('conflict', 'The record cannot move to the requested state.'),
  already_deprecated: row('conflict', 'The registration is deprecated already.'),
  duplicate_submission: row('conflict', 'An identical submission is pending.'),
  duplicate_binding: row('conflict', 'An equal role binding exists.'),
  no_live_snapshot: row('conflict', 'The server has no approved snapshot.'),
  destination_disabled: row('conflict', 'The destination is disabled.'),
  group_disabled: row('conflict', 'The group is disabled.'),
  managed_elsewhere: row('conflict', 'The identity provider decides who is in this group; change it there.'),
  last_security_admin: row(
    'conflict',
    'The last active security_admin binding of a tenant cannot be disabled.',
  ),
  limit_exceeded: row('conflict', 'A limit on the number of records is reached.'),
  idempotency_in_progress: row('conflict', 'A request with this idempotency key is still running.', true),
  idempotency_answer_not_kept: row(
    'conflict',
    'That request was carried out; its answer was too long to keep.',
  ),
  already_exists: row('conflict', 'A record with this identifier exists.'),
  conflict: row('conflict', 'The record was changed by someone else at the same time; try again.', true),
  etag_mismatch: row('precondition_failed', 'The record has changed since the given ETag.'),
  precondition_required: row('precondition_required', 'The request must carry If-Match.'),
  payload_too_large: row('too_large', 'The request body is too large.'),
  unsupported_media_type: row('unsupported_media', 'The request body must be application/json in UTF-8.'),
  headers_too_large: row('headers_too_large', 'The request headers are too large.'),
  raw_endpoint_material_rejected: row(
    'unprocessable',
    'Only opaque handles are accepted, no endpoints or tokens.',
  ),
  forbidden_material: row('unprocessable', 'The request holds material that must never be stored.'),
  unknown_reference: row('unprocessable', 'The request refers to a record that does not exist.'),
  idempotency_key_reused: row('unprocessable', 'The idempotency key was used with another request.'),
  dns_failed: row('unprocessable', 'The name of the MCP server could not be looked up.', true),
  connection_refused: row('unprocessable', 'The MCP server could not be reached.', true),
  tls_failed: row('unprocessable', 'No trusted TLS connection to the MCP server could be made.'),
  timeout: row('unprocessable', 'The MCP server did not answer in time.', true),
  http_401: row('unprocessable', 'The MCP server asks for a credential.'),
  http_403: row('unprocessable', 'The MCP server refuses to be read.'),
  http_3xx: row('unprocessable', 'The MCP server redirects; register the address it redirects to.'),
  http_404: row('unprocessable', 'There is no MCP server at its address.'),
  http_5xx: row('unprocessable', 'The MCP server failed to answer.', true),
  rpc_error: row('unprocessable', 'The MCP server answers with a JSON-RPC error.'),
  handshake_invalid: row(
    'unprocessable',
    'The server at this address does not speak a supported version of MCP.',
  ),
  ssrf_blocked: row('unprocessable', 'Connections to the address of the MCP server are not allowed.'),
  secret_ref_unresolved: row('unprocessable', 'The credential reference of the MCP server does not resolve.'),
  validation_failed: row('unprocessable', 'The policy did not pass validation.'),
  rate_limited: row('rate_limited', 'Too many requests; wait and try again.', true),
  internal_error: row('internal', 'The service failed to answer; the cause is in its log.', true),
  not_implemented: row('not_implemented', 'The service does not offer this part of the standard.'),
  audit_unavailable: row('unavailable', 'The audit trail cannot be written, so nothing was changed.', true),
  store_unavailable: row('unavailable', 'The store is not available.', true),
  identity_provider_unavailable: row(
    'unavailable',
    'The identity provider cannot be reached to verify tokens.',
    true,
  ),
  dependency_unavailable: row('unavailable', 'A service this operation needs is not available.', true),
} as const satisfies Record<string, ReasonRow>;

/** A reason code that the service answers with; callers must tolerate new ones. */
export type ReasonCode = keyof typeof REASONS;
