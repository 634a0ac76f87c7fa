import { POLICY_STATUSES } from '@govgate/domain/internal';
import * as v from 'valibot';
import { described } from './described.js';
import { Id } from './fields.js';

const versionAs = <S extends typeof Id | v.StringSchema<undefined>>(schema: S): S =>
  described(schema, 'Names the version; unique in its environment.', 'pv_7');

/** The name of a policy version in a request. */
export const PolicyVersionId = versionAs(Id);

/** The name of a policy version in an answer. */
export const PolicyVersionName = versionAs(v.string());

/** The status of a policy version. */
export const PolicyStatus = described(v.picklist(POLICY_STATUSES), 'Where the version is in its life cycle.');

/** The hash of a manifest in an answer. */
export const AnsweredHash = described(
  v.string(),
  'SHA-256 of the RFC 8785 form of the manifest.',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
);
