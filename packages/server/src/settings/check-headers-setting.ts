import { CHECKED_NAMES, type CheckedName } from '@govgate/application';
import * as v from 'valibot';
import type { SettingSchema } from './setting-schemas.js';

type CheckHeaders = Readonly<Record<CheckedName, string>>;

export const DEFAULT_CHECK_HEADERS: CheckHeaders = {
  user: 'X-Govgate-User',
  agent: 'X-Govgate-Agent',
  session: 'X-Govgate-Session',
  server: 'X-Govgate-Server',
};

const EXPECTED = `must be pairs such as \`user=X-Forwarded-User\`, with commas; names are ${CHECKED_NAMES.join(', ')}`;

// A header of HTTP's own would name somebody else, such as the gateway by its Authorization.
const PAIR = /^(user|agent|session|server)=(X-[A-Za-z0-9-]{1,64})$/i;

/** Headers by what they name; those that are left out keep their names. */
export const checkHeaders: SettingSchema<CheckHeaders> = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((pair) => PAIR.exec(pair.trim()))),
  v.check((pairs) => pairs.every((pair) => pair !== null), EXPECTED),
  v.transform((pairs) => {
    const chosen = pairs.flatMap((pair) => (pair === null ? [] : [[pair[1]?.toLowerCase(), pair[2]]]));
    return { ...DEFAULT_CHECK_HEADERS, ...Object.fromEntries(chosen) } as CheckHeaders;
  }),
);
