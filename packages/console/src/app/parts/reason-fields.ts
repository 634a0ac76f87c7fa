import { texts } from '../texts.js';
import type { Field, Values } from './fields.js';

const CODE = '[a-z][a-z0-9_]{1,63}';

/** What nearly every change asks for: a code that others can count, and words for people. */
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

/** The same as members of a body; what was not said is left out. */
export const reasonBody = ({ reason_code = '', reason = '' }: Values) => ({
  reason_code,
  ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
});

/** For the resources whose members are written in camel case. */
export const reasonBodyCamel = (values: Values) => {
  const { reason_code: reasonCode, ...rest } = reasonBody(values);
  return { reasonCode, ...rest };
};
