import { parseInstant } from '@govgate/domain';
import {
  ID_PATTERN,
  isWellFormed,
  PRINCIPAL_ID_PATTERN,
  REASON_CODE_PATTERN,
} from '@govgate/domain/internal';
import * as v from 'valibot';
import { checkBody, DEFINITION_DEPTH } from '../../operation/body-safety.js';
import { reachesAnywhere } from '../../operation/reaching-keys.js';
import type { AnySchema } from '../../operation/schema-shape.js';
import { verbatim } from '../../operation/verbatim.js';
import { textOf } from '../fields.js';

/** An identifier. */
export const BundleId = v.pipe(v.string(), v.regex(ID_PATTERN));

/** A user or a service account. */
export const BundlePrincipalId = v.pipe(v.string(), v.regex(PRINCIPAL_ID_PATTERN));

export const BundleReasonCode = v.pipe(v.string(), v.regex(REASON_CODE_PATTERN));

const wellFormed = (min: number, max: number) => v.pipe(textOf(min, max), v.check(isWellFormed));

/** A display name: 1 to 128 characters. */
export const BundleName = wellFormed(1, 128);

/** Any other text: up to 1,024 characters, possibly empty. */
export const BundleText = wellFormed(0, 1024);

/**
 * A time: any ISO 8601 date-time with an offset, converted to the API's own form. No use case stands between a bundle and the store, so
 * times that are later compared as texts must be in one form here.
 */
export const Moment = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((text) => parseInstant(text) !== undefined),
  v.transform((text) => parseInstant(text) ?? text),
);

/** A time, or "" for what never happened. */
export const MomentOrEmpty = v.union([v.literal(''), Moment]);

/** A field that an item may omit or give as null. */
export const maybe = <S extends AnySchema>(schema: S) => v.nullish(schema);

/** What others decide: accepted whatever it is, and dropped. Exports do not write it. */
export const Ignored = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((): undefined => undefined),
  ),
);

/**
 * A JSON object with a spelling of its own: its keys are not converted. Nested at most 32 deep, without keys that reach into prototypes.
 */
export const Document = verbatim(
  v.custom<Record<string, unknown>>((value) => checkBody(value).ok && !reachesAnywhere(value)),
);

const isSafe = (body: unknown): boolean => checkBody(body, undefined, DEFINITION_DEPTH).ok;

/** A JSON object in the words of an MCP server: any text may be a key in it. */
export const FreeDocument = verbatim(v.custom<Record<string, unknown>>(isSafe));

/** A list of any JSON in its words. */
export const FreeDocuments = verbatim(
  v.custom<unknown[]>((items) => Array.isArray(items) && isSafe({ items })),
);

/** The schema marker that a record may repeat. Written with every record whose contract has one, stored with none. */
export const RecordVersion = v.optional(
  v.pipe(
    v.literal('1.0'),
    v.transform((): undefined => undefined),
  ),
);

/** A non-negative integer. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

/** A list of identifiers. */
export const Ids = v.array(BundleId);

const Team = wellFormed(1, 1024);

/** An owner in snake_case records. */
export const OwnerItem = v.strictObject({
  team: Team,
  user_id: BundleText,
  escalation_contact: v.optional(BundleText, ''),
  oncall_rotation: v.optional(BundleText, ''),
});

/** An owner in camelCase records. */
export const CamelOwnerItem = v.strictObject({
  team: Team,
  userId: BundleText,
  escalationContact: v.optional(BundleText, ''),
  oncallRotation: v.optional(BundleText, ''),
});

const ActorType = v.nullable(v.picklist(['user', 'service_account']));

const contributorsSchema = <S extends AnySchema>(hand: S) =>
  v.optional(
    v.strictObject({ created: v.optional(hand), changed: v.optional(hand), submitted: v.optional(hand) }),
  );

/** The persons behind a record, for the rule of four eyes (docs/spec/identity.md#four-eyes). Only bundles have them. */
export const ContributorsItem = contributorsSchema(
  v.strictObject({ actor_type: ActorType, actor_id: BundleText, persons: v.array(BundlePrincipalId) }),
);

/** The same in camelCase records. */
export const CamelContributorsItem = contributorsSchema(
  v.strictObject({ actorType: ActorType, actorId: BundleText, persons: v.array(BundlePrincipalId) }),
);

/** A URL. */
export const Address = wellFormed(0, 2048);

/** An opaque handle; the import itself tells handles from endpoints. */
export const HandleText = v.pipe(v.string(), v.metadata({ format: 'handle' }));

/** Where a secret is kept: accepted, and never exported. The import itself checks it. */
export const ReferenceText = v.pipe(BundleText, v.metadata({ writeOnly: true }));
