import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
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
  if (rows.length === 0) return <p className="quiet">{texts.noDifference}</p>;
  return (
    <Table className="difference" role="table" variant="compact" gridBreakPoint="grid-md">
      <Thead>
        <Tr>
          <Th width={20}>{texts.member}</Th>
          <Th width={40}>{before}</Th>
          <Th width={40}>{after}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Tr key={row.path}>
            <Td dataLabel={texts.member}>
              <Code of={row.path} />
            </Td>
            <Td dataLabel={before} className="was">
              <Text of={row.before} />
            </Td>
            <Td dataLabel={after} className="is">
              <Text of={row.after} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
};
