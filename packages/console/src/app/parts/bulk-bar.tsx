import { Button, Checkbox } from '@patternfly/react-core';
import { useState } from 'react';
import { texts } from '../texts.js';
import { actsOn, type Bulk, type BulkAct } from './bulk.js';
import { BulkDialog } from './bulk-dialog.js';
import type { Selection } from './use-selection.js';

interface BulkSelection<Item> {
  readonly bulk: Bulk<Item>;
  readonly selection: Selection<Item>;
}

/** What the caller may do to each of the selected records. */
export function BulkBar<Item>({ bulk, selection }: BulkSelection<Item>) {
  const [chosen, setChosen] = useState<{ readonly act: BulkAct; readonly items: readonly Item[] }>();
  const { items, of, tick } = selection;
  const offered = bulk.acts.filter((act) => items.every((item) => actsOn(bulk, item).includes(act)));
  return (
    <>
      {of.length > 0 && (
        <div className="chips">
          <Checkbox
            id="select-all"
            label={texts.selectAll(of.length)}
            isChecked={items.length === of.length}
            onChange={(_, isOn) => tick(of, isOn)}
          />
          <span role="status">{texts.selected(items.length)}</span>
          {items.length > 0 &&
            offered.map((act) => (
              <ActButton key={act.label} act={act} choose={() => setChosen({ act, items })} />
            ))}
        </div>
      )}
      {chosen !== undefined && (
        <BulkDialog
          bulk={bulk}
          act={chosen.act}
          items={chosen.items}
          onClose={() => {
            setChosen(undefined);
            tick(chosen.items, false);
          }}
        />
      )}
    </>
  );
}

const ActButton = ({
  act: { label, isGrave },
  choose,
}: {
  readonly act: BulkAct;
  readonly choose: () => void;
}) => (
  <Button size="sm" variant="secondary" isDanger={isGrave === true} onClick={choose}>
    {label}
  </Button>
);
