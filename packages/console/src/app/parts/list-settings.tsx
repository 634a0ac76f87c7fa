import { MenuToggle, Select, SelectList, SelectOption } from '@patternfly/react-core';
import ColumnsIcon from '@patternfly/react-icons/dist/esm/icons/columns-icon.js';
import { useState } from 'react';
import { keptInBrowser } from '../state/kept.js';
import { makeStore } from '../state/store.js';
import { texts } from '../texts.js';

/** How somebody wants lists to look: kept in this browser, by the names of columns alone. */
interface ListDisplay {
  readonly isRoomy: boolean;
  /** Columns that are not shown, by the path of their list. */
  readonly hidden: Readonly<Record<string, readonly string[]>>;
}

const KEPT = 'govgate.lists';

const kept = (): ListDisplay => {
  try {
    const { isRoomy = false, hidden = {} } = JSON.parse(keptInBrowser.read(KEPT) ?? '{}');
    return { isRoomy: isRoomy === true, hidden };
  } catch {
    return { isRoomy: false, hidden: {} };
  }
};

const store = makeStore<ListDisplay>(kept());

const change = (next: Partial<ListDisplay>): void => {
  store.set(next);
  keptInBrowser.keep(KEPT, JSON.stringify(store.get()));
};

/** How a list is to look. */
export const useListSettings = (path: string) => {
  const { isRoomy, hidden } = store.use();
  const ofList = hidden[path];
  return { isRoomy, hidden: Array.isArray(ofList) ? ofList : [] };
};

const ROOMY = 'roomy';

const toggled = (hidden: readonly string[], chosen: string): readonly string[] => {
  const without = hidden.filter((head) => head !== chosen);
  return without.length === hidden.length ? [...hidden, chosen] : without;
};

interface ListColumns {
  readonly path: string;
  readonly heads: readonly string[];
}

/** Chooses which columns a list shows, and how much room its rows take. */
export const ListSettings = ({ path, heads }: ListColumns) => {
  const [isOpen, setOpen] = useState(false);
  const { isRoomy, hidden } = useListSettings(path);
  const hide = (chosen: string): void =>
    change({ hidden: { ...store.get().hidden, [path]: toggled(hidden, chosen) } });
  return (
    <div className="list-settings">
      <Select
        role="menu"
        isOpen={isOpen}
        onOpenChange={setOpen}
        onSelect={(_, chosen) => (chosen === ROOMY ? change({ isRoomy: !isRoomy }) : hide(String(chosen)))}
        popperProps={{ appendTo: 'inline', position: 'end' }}
        toggle={(toggle) => (
          <MenuToggle
            ref={toggle}
            variant="plainText"
            icon={<ColumnsIcon />}
            isExpanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {texts.view}
          </MenuToggle>
        )}
      >
        <SelectList>
          {heads.map((head) => (
            <SelectOption key={head} hasCheckbox isSelected={!hidden.includes(head)} value={head}>
              {head}
            </SelectOption>
          ))}
          <SelectOption hasCheckbox isSelected={isRoomy} value={ROOMY}>
            {texts.roomy}
          </SelectOption>
        </SelectList>
      </Select>
    </div>
  );
};
