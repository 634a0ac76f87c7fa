import { texts } from '../texts.js';
import type { Field, Values } from './fields.js';

const CODE = '[a-z][a-z0-9_]{1,63}';

/** The input of nearly every change: a code for statistics, and words for people. */
export const reasonFields = (
  codes: readonly string[],
  how: { readonly wordsRequired?: boolean } = {},
): Field[] => [
  {
    name: 'reason_code',
    label: texts.reasonCode,
    kind: 'text',
    values: codes,
    isRequired: true,
    pattern: CODE,
    maxLength: 64,
    hint: texts.reasonCodeHint,
  },
  {
    name: 'reason',
    label: texts.reasonWords,
    kind: 'long',
    isRequired: how.wordsRequired ?? false,
    maxLength: 1024,
  },
];

/** The same as body members; empty ones are omitted. */
export const reasonBody = ({ reason_code = '', reason = '' }: Values) => ({
  reason_code,
  ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
});

/** For resources with camel-case members. */
export const reasonBodyCamel = (values: Values) => {
  const { reason_code: reasonCode, ...rest } = reasonBody(values);
  return { reasonCode, ...rest };
};
