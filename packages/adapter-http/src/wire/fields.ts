import { ID_PATTERN, parseInstant, REASON_CODE_PATTERN } from '@govgate/domain';
import * as v from 'valibot';

/** An identifier as a request may name one. */
export const Id = v.pipe(v.string(), v.regex(ID_PATTERN));

/** A reason code as callers may send one. */
export const ReasonCodeField = v.pipe(v.string(), v.regex(REASON_CODE_PATTERN));

/** A reason: 1 to 1,024 characters. */
export const ReasonText = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));

/** A name for people: 1 to 128 characters. */
export const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

/** A moment that a request names; any ISO 8601 date-time with an offset. */
export const InstantField = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((text) => parseInstant(text) !== undefined),
  v.metadata({ format: 'date-time' }),
);

/** A page size, 1 to 200, as a query parameter's text. */
export const PageSize = v.pipe(v.string(), v.regex(/^([1-9]|[1-9]\d|1\d\d|200)$/));

/** An opaque page token. */
export const PageToken = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(2048),
  v.metadata({ format: 'page-token' }),
);

/** An actor that a request names although it may not, or need not. The rule for it stands in the operation. */
export const ActorField = v.pipe(v.string(), v.maxLength(256));

/** The tenant and environment as optional query parameters. */
export const ScopeQuery = v.strictObject({ tenant_id: v.optional(Id), environment_id: v.optional(Id) });

/** No query parameters at all. */
export const NoQuery = v.strictObject({});

/** The schema marker of every answer. */
export const SchemaVersion = v.literal('1.0');

/** A date-time in an answer. */
export const DateTime = v.pipe(v.string(), v.metadata({ format: 'date-time' }));

/** A date-time in an answer, "" for what never happened. */
export const DateTimeOrEmpty = v.string();

/** How many records a page has when nothing is asked for. */
export const DEFAULT_PAGE_SIZE = 50;

/** The limit of bodies that carry a policy, in bytes. */
export const POLICY_BODY_LIMIT = 256 * 1024;
