import { REASONS } from '@govgate/domain';
import { code, page, table } from './page.js';

/** Every reason code that a refusal may carry. */
export const reasonCodesPage = (): string =>
  page(
    'Reason codes',
    'What `reasonCode` of an error can say. Clients must tolerate codes that are not listed here.',
    table(
      ['code', 'kind', 'retry can help', 'message'],
      Object.entries(REASONS).map(([name, reason]) => [
        code(name),
        reason.kind,
        reason.retryable ? 'yes' : '',
        reason.message,
      ]),
    ),
  );
