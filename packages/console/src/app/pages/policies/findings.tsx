import type { PolicyValidation } from '@govgate/client';
import { SimpleTable } from '../../parts/simple-table.js';
import { Code, Text } from '../../parts/text.js';
import { texts } from '../../texts.js';

const t = texts.policies;

/** Faults of a manifest, and where they are. */
export const Findings = ({ errors }: { readonly errors: PolicyValidation['errors'] }) => {
  if (errors.length === 0) return null;
  return (
    <SimpleTable
      label={t.findings}
      heads={[t.where, t.finding]}
      rows={errors.map((error) => ({
        key: JSON.stringify(error),
        cells: [
          <span>
            {error.line !== null && t.line(error.line, error.column ?? 1)} <Code of={error.path} />
          </span>,
          <span>
            <Text of={error.detail ?? error.message} /> <Code of={error.reason_code} />
          </span>,
        ],
      }))}
    />
  );
};
