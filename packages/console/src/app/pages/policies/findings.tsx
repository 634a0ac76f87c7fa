import type { PolicyValidation } from '@govgate/client';
import { Code, Text } from '../../parts/text.js';
import { texts } from '../../texts.js';

const t = texts.policies;

/** Faults of a manifest, and where they are. */
export const Findings = ({ errors }: { readonly errors: PolicyValidation['errors'] }) => {
  if (errors.length === 0) return null;
  return (
    <table class="list">
      <caption>{t.findings}</caption>
      <thead>
        <tr>
          <th scope="col">{t.where}</th>
          <th scope="col">{t.finding}</th>
        </tr>
      </thead>
      <tbody>
        {errors.map((error) => (
          <tr key={JSON.stringify(error)}>
            <th scope="row" data-head={t.where}>
              {error.line !== null && t.line(error.line, error.column ?? 1)} <Code of={error.path} />
            </th>
            <td data-head={t.finding}>
              <Text of={error.detail ?? error.message} /> <Code of={error.reason_code} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
