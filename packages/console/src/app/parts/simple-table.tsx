import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactNode } from 'react';

interface Row {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

/** A table without links to pages, filters or sorting; on a phone each cell says what it is. */
export const SimpleTable = ({
  heads,
  rows,
  label,
}: {
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
  readonly label: string;
}) => (
  <Table className="list" role="table" variant="compact" gridBreakPoint="grid-md" aria-label={label}>
    <Thead>
      <Tr>
        {heads.map((head) => (
          <Th key={head} modifier="wrap">
            {head}
          </Th>
        ))}
      </Tr>
    </Thead>
    <Tbody>
      {rows.map(({ key, cells }) => (
        <Tr key={key}>
          {cells.map((cell, place) => (
            <Td key={heads[place]} dataLabel={heads[place] ?? ''}>
              {cell}
            </Td>
          ))}
        </Tr>
      ))}
    </Tbody>
  </Table>
);
