import { statusOf } from '@govgate/adapter-http';
import { REASONS, type ReasonCode } from '@govgate/domain';
import { code, page, table } from './page.js';

const CODES = Object.keys(REASONS) as ReasonCode[];

/** Every reason code that a refusal may carry, by its status number. */
export const reasonCodesPage = (): string =>
  page(
    'Reason codes',
    'What `reasonCode` of an error can say. Clients must tolerate codes that are not listed here.',
    table(
      ['status', 'code', 'retry can help', 'message'],
      [...CODES]
        .sort((a, b) => statusOf(a) - statusOf(b) || (a < b ? -1 : 1))
        .map((name) => [
          String(statusOf(name)),
          code(name),
          REASONS[name].retryable ? 'yes' : '',
          REASONS[name].message,
        ]),
    ),
  );
