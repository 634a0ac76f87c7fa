import {
  ID_PATTERN,
  isWellFormed,
  PRINCIPAL_ID_PATTERN,
  parseInstant,
  REASON_CODE_PATTERN,
} from '@govgate/domain';
import * as v from 'valibot';
import { checkBody } from '../../operation/body-safety.js';
import type { AnySchema } from '../../operation/schema-shape.js';
import { verbatim } from '../../operation/verbatim.js';
import { textOf } from '../fields.js';

/** An identifier. */
export const BundleId = v.pipe(v.string(), v.regex(ID_PATTERN));

/** A user or a service account. */
export const BundlePrincipalId = v.pipe(v.string(), v.regex(PRINCIPAL_ID_PATTERN));

export const BundleReasonCode = v.pipe(v.string(), v.regex(REASON_CODE_PATTERN));

const wellFormed = (min: number, max: number) => v.pipe(textOf(min, max), v.check(isWellFormed));

/** A name for people: 1 to 128 characters. */
export const BundleName = wellFormed(1, 128);

/** Any other text: up to 1,024 characters, none at all included. */
export const BundleText = wellFormed(0, 1024);

/**
 * A moment: any ISO 8601 date-time with an offset, turned into the API's own form. No use case stands between a bundle and the
 * store, so what is compared as text later must be in one form here.
 */
export const Moment = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((text) => parseInstant(text) !== undefined),
  v.transform((text) => parseInstant(text) ?? text),
);

/** A moment, or "" for what never happened. */
export const MomentOrEmpty = v.union([v.literal(''), Moment]);

/** A field that an item may leave out or give as null. */
export const maybe = <S extends AnySchema>(schema: S) => v.nullish(schema);

/** What others decide: taken whatever it is, and forgotten at once. No export writes it. */
export const Ignored = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((): undefined => undefined),
  ),
);

/** A JSON object in a spelling of its own: nothing in it is re-spelt. Nested at most 32 deep, without keys that reach into prototypes. */
export const Document = verbatim(v.custom<Record<string, unknown>>((value) => checkBody(value).ok));

/** The schema marker that a record may repeat. It is written with every record whose contract has one, and kept with none. */
export const RecordVersion = v.optional(
  v.pipe(
    v.literal('1.0'),
    v.transform((): undefined => undefined),
  ),
);

/** A whole number from 0. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

/** A list of identifiers. */
export const Ids = v.array(BundleId);

const Team = wellFormed(1, 1024);

/** An owner as snake_case records have it. */
export const OwnerItem = v.strictObject({
  team: Team,
  user_id: BundleText,
  escalation_contact: v.optional(BundleText, ''),
  oncall_rotation: v.optional(BundleText, ''),
});

/** An owner as camelCase records have it. */
export const CamelOwnerItem = v.strictObject({
  team: Team,
  userId: BundleText,
  escalationContact: v.optional(BundleText, ''),
  oncallRotation: v.optional(BundleText, ''),
});

/** An address. */
export const Address = wellFormed(0, 2048);

/** An opaque handle; the import itself distinguishes handles from endpoints. */
export const HandleText = v.pipe(v.string(), v.metadata({ format: 'handle' }));

/** Where a secret is kept: taken in, and written by no export. The import itself checks it. */
export const ReferenceText = v.pipe(BundleText, v.metadata({ writeOnly: true }));
