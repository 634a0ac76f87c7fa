import { texts } from '../texts.js';
import type { Difference } from './difference.js';
import { Code, Text } from './text.js';

/** Differing members, old and new side by side. */
export const DifferenceTable = ({
  rows,
  before,
  after,
}: {
  readonly rows: readonly Difference[];
  readonly before: string;
  readonly after: string;
}) => {
  if (rows.length === 0) return <p class="quiet">{texts.noDifference}</p>;
  return (
    <table class="difference">
      <thead>
        <tr>
          <th scope="col">{texts.member}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path}>
            <th scope="row">
              <Code of={row.path} />
            </th>
            <td data-head={before}>
              <Text of={row.before} />
            </td>
            <td data-head={after}>
              <Text of={row.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
