import { parseInstant } from '@govgate/domain';
import { ID_PATTERN, isToolName, PRINCIPAL_ID_PATTERN, REASON_CODE_PATTERN } from '@govgate/domain/internal';
import * as v from 'valibot';
import { documentedCheck } from '../operation/documented-check.js';
import { FREE_TEXT } from '../operation/schema-shape.js';
import { described } from './described.js';

/** An identifier in a request. */
export const Id = v.pipe(v.string(), v.regex(ID_PATTERN));

/** A user or service account in a request, such as `auth0|1234`. */
export const PrincipalId = v.pipe(v.string(), v.regex(PRINCIPAL_ID_PATTERN));

/** A tool of an MCP server in a request: what its server calls it. */
export const ToolId = v.pipe(
  v.string(),
  documentedCheck(isToolName, {
    minLength: 1,
    maxLength: 256,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  }),
);

/** A reason code in a request. */
export const ReasonCodeField = described(
  v.pipe(v.string(), v.regex(REASON_CODE_PATTERN)),
  'Why the change is made, as a code of your choice. The trail keeps it.',
  'reviewed',
);

// Characters are code points, as in JSON Schema. Most texts are within the limit however they are counted.
const hasLength = (text: string, min: number, max: number): boolean => {
  if (text.length > max * 2) return false;
  return (text.length <= max && text.length >= min * 2) || isWithin([...text].length, min, max);
};

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max;

/** A free text of limited length. NUL is forbidden: stores cut texts there, and no field has a use for it. */
export const textOf = (min: number, max: number) =>
  v.pipe(
    v.string(),
    documentedCheck((text) => hasLength(text, min, max), {
      ...(min === 0 ? {} : { minLength: min }),
      maxLength: max,
      pattern: FREE_TEXT,
    }),
  );

/** A reason: 1 to 1,024 characters. */
export const ReasonText = described(
  textOf(1, 1024),
  'Why the change is made, in words. The trail keeps it.',
  'Reviewed in the weekly meeting',
);

/**
 * A web address. A console may turn it into a link, so no other scheme is accepted. User information is refused later, with its own reason: it may
 * be a credential.
 */
export const WebAddress = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(/^https?:\/\/[A-Za-z0-9._~%!$&'()*+,;=:@\x5b\]-]+([/?#][A-Za-z0-9._~%!$&'()*+,;=:@/?#\x5b\]-]*)?$/),
);

/** A display name: 1 to 128 characters. */
export const Name = textOf(1, 128);

/** A time in a request: an RFC 3339 date-time in the years 1000 to 9999; "never" is written as the last of them. */
export const InstantField = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/),
  documentedCheck((text) => parseInstant(text) !== undefined, { format: 'date-time' }),
  v.metadata({ format: 'date-time' }),
);

/** An integer as a query parameter. */
export const wholeNumber = (minimum: number, maximum: number, byDefault?: number) =>
  v.pipe(
    v.string(),
    documentedCheck((text) => /^(0|[1-9]\d{0,15})$/.test(text) && isWithin(Number(text), minimum, maximum), {
      type: 'integer',
      minimum,
      maximum,
      ...(byDefault === undefined ? {} : { default: byDefault }),
    }),
  );

/** A boolean as a query parameter. */
export const Flag = v.pipe(
  v.string(),
  documentedCheck((text) => text === 'true' || text === 'false', { type: 'boolean' }),
);

/** Records per page by default. */
export const DEFAULT_PAGE_SIZE = 50;

/** Part of an id or name that a list is searched for. */
export const Search = described(
  textOf(1, 128),
  'Only records with this in their id or name, whatever its case and accents.',
  'billing',
);

/** A page size, 1 to 200, as a query parameter. */
export const PageSize = described(wholeNumber(1, 200, DEFAULT_PAGE_SIZE), 'The most records on one page.');

/** An opaque page token. */
export const PageToken = described(
  // The place in a list sorted by name contains the name.
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.~-]{1,8192}$/), v.metadata({ format: 'page-token' })),
  'Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters.',
);

/** What every list of records takes beside its filters: search, sort and page. `sorts`: those the list offers. */
export const listQuery = <Sort extends string>(sorts: readonly Sort[]) => ({
  q: v.optional(Search),
  sort: described(
    v.optional(v.picklist(sorts)),
    'What the list is ordered by; `-` reverses. Ties are ordered by id.',
  ),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

/** `listQuery` as parsed, for the use case. */
export const listOptions = <Sort extends string>({
  q,
  sort,
  limit,
  cursor,
}: {
  readonly q?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
}) => ({ q, sort, limit: Number(limit ?? DEFAULT_PAGE_SIZE), cursor });

/** Names a secret, never holds it. Accepted, stored, and never answered (docs/spec/credential-bindings.md#secret-references). */
export const SecretReferenceText = v.nullish(
  v.pipe(v.string(), v.maxLength(1100), v.metadata({ writeOnly: true, pattern: '^(env|file):' })),
);

/** A manifest hash in a request; whether it is the record's is decided at the comparison. */
export const ManifestHash = textOf(1, 128);

/** An actor named in a request, where it is forbidden or unnecessary. Each operation has its rule. */
export const ActorField = described(
  v.pipe(textOf(0, 256), v.metadata({ deprecated: true })),
  'Who acts. Taken from the token; if sent, it must be the same.',
  'ada',
);

/** The tenant as an optional query parameter. */
export const TenantParameter = v.optional(
  described(Id, "The tenant to act in; the caller's own if omitted.", 'acme'),
);

/** The environment as an optional query parameter. */
const EnvironmentParameter = v.optional(
  described(
    Id,
    'The environment to act in. May be omitted by callers whose grants are all in one.',
    'production',
  ),
);

/** Tenant and environment as optional query parameters. */
export const ScopeQuery = v.strictObject({
  tenant_id: TenantParameter,
  environment_id: EnvironmentParameter,
});

/** No query parameters. */
export const NoQuery = v.strictObject({});

/** The schema marker of every answer. */
export const SchemaVersion = described(v.literal('1.0'), 'The version of the shape of this answer.');

/** The tenant of a record in an answer. */
export const TenantId = described(v.string(), 'The tenant that it belongs to.', 'acme');

/** The environment of a record in an answer. */
export const EnvironmentId = described(v.string(), 'The environment that it belongs to.', 'production');

/** A record's ETag in an answer. */
export const ETag = described(
  v.string(),
  'Send it as If-Match to change just this state; quoted as in the header.',
  '"7"',
);

/** The name of a call in an answer. */
export const RequestId = described(
  v.string(),
  'Names the call, also in the `X-Request-Id` header and in logs.',
  'req_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
);

/** A date-time in an answer. */
export const DateTime = v.pipe(v.string(), v.metadata({ format: 'date-time' }));

/** A date-time in an answer, "" if it never happened. */
export const DateTimeOrEmpty = v.union([DateTime, v.literal('')]);

/** A count in an answer. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The size limit of bodies with a policy, in bytes. */
export const POLICY_BODY_LIMIT = 256 * 1024;

/** The page size of a list in an answer. */
export const PageLimit = described(Count, 'The most records that the page could have.');

/** How many records a list has in an answer. */
export const TotalCount = described(Count, 'How many records match the filters, all pages together.');

/** Where a list goes on in an answer. */
export const NextCursor = v.optional(
  described(v.string(), 'Give it as `cursor` to read on; absent on the last page.'),
);
