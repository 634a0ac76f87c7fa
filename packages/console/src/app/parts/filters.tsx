import {
  Button,
  FormSelect,
  FormSelectOption,
  Label,
  LabelGroup,
  TextInput,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon.js';
import { useId, useState } from 'react';
import { route, useAddress } from '../state/address.js';
import { useApi } from '../state/api.js';
import { texts } from '../texts.js';
import { instantOf, typedOf } from './local-time.js';
import { Picker } from './picker.js';
import type { Pick } from './picks.js';
import { Text } from './text.js';

/** A filter of a list: one of several values, or a text. It is part of the address under the API's own name. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly values?: readonly string[];
  /** What no value means; otherwise that any is shown. */
  readonly unset?: string;
  /** Records whose id it wants, to be chosen by name. */
  readonly pick?: Pick;
  /** One end of a range of time: it is typed and shown in the viewer's zone, and an instant in the address. */
  readonly end?: 'from' | 'to';
}

type Given = Readonly<Record<string, string | undefined>>;

interface Filtering {
  readonly path: string;
  readonly filters: readonly Filter[];
}

/** A list's filters. Texts take effect with Enter, choices immediately; a filtered list starts at its first page. */
export const Filters = (filtering: Filtering) => {
  const { query } = useAddress();
  const shown = filtering.filters.map(({ name }) => query[name] ?? '').join('\n');
  if (filtering.filters.length === 0) return null;
  return (
    <search>
      <FilterForm {...filtering} shown={shown} />
      <Chips {...filtering} />
    </search>
  );
};

const FilterForm = ({ path, filters, shown }: Filtering & { readonly shown: string }) => {
  const { href } = useApi();
  const { query } = useAddress();
  const [typed, setTyped] = useState<{ readonly at: string; readonly texts: Given }>({
    at: shown,
    texts: {},
  });
  // What was typed and not applied is gone once the address says something else; the controls themselves are kept, and so is the focus.
  const drafts = typed.at === shown ? typed.texts : {};
  const inputOf = (name: string): string => drafts[name] ?? typedOf(query[name] ?? '');
  const narrow = (chosen: Given = {}): void => {
    const given = Object.fromEntries(
      filters.map(({ name, end }) => {
        const text = (chosen[name] ?? inputOf(name)).trim();
        return [name, end === undefined ? text : instantOf(text, end)];
      }),
    );
    setTyped({ at: shown, texts: {} });
    route(href(path, { sort: query.sort, ...given }));
  };
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        narrow();
      }}
    >
      <Toolbar>
        <ToolbarContent>
          {filters.map((filter, place) => (
            <ToolbarItem key={filter.name}>
              <FilterControl
                filter={filter}
                value={inputOf(filter.name)}
                isFirst={place === 0}
                onType={(text) => setTyped({ at: shown, texts: { ...drafts, [filter.name]: text } })}
                onChoose={(value) => narrow({ [filter.name]: value })}
              />
            </ToolbarItem>
          ))}
          <ToolbarItem>
            <Button type="submit" variant="secondary">
              {texts.narrow}
            </Button>
          </ToolbarItem>
        </ToolbarContent>
      </Toolbar>
    </form>
  );
};

const FilterControl = ({
  filter: { name, label, values, unset, pick },
  value,
  isFirst,
  onType,
  onChoose,
}: {
  readonly filter: Filter;
  readonly value: string;
  readonly isFirst: boolean;
  readonly onType: (text: string) => void;
  readonly onChoose: (value: string) => void;
}) => {
  const common = { name, value, 'aria-label': label, 'data-search': isFirst };
  const id = useId();
  if (pick !== undefined)
    return (
      <Picker
        {...{ id, label, pick, value }}
        isMany={false}
        values={NO_VALUES}
        inputProps={{ name, maxLength: 128, 'data-search': isFirst }}
        placeholder={label}
        onChange={onType}
        onChoose={onChoose}
      />
    );
  if (values === undefined)
    return (
      <TextInput
        {...common}
        type="search"
        placeholder={label}
        customIcon={<SearchIcon />}
        autoComplete="off"
        maxLength={128}
        onChange={(_, text) => onType(text)}
      />
    );
  return (
    <FormSelect {...common} onChange={(_, chosen) => onChoose(chosen)}>
      <FormSelectOption value="" label={texts.anyOf(label, unset)} />
      {values.map((one) => (
        <FormSelectOption key={one} value={one} label={one.replaceAll('_', ' ')} />
      ))}
    </FormSelect>
  );
};

const NO_VALUES = {};

/** What the list is narrowed to, each to be taken away. */
const Chips = ({ path, filters }: Filtering) => {
  const { href } = useApi();
  const { query } = useAddress();
  const given = filters.filter(({ name }) => query[name]);
  if (given.length === 0) return null;
  const { cursor: _, ...rest } = query;
  return (
    <div className="chips">
      <LabelGroup aria-label={texts.narrowedTo} numLabels={filters.length}>
        {given.map(({ name, label }) => (
          <Label
            key={name}
            variant="outline"
            closeBtnAriaLabel={texts.takeAway(label)}
            onClose={() => route(href(path, { ...rest, [name]: undefined }))}
          >
            {label}: <Text of={typedOf(query[name] ?? '')} />
          </Label>
        ))}
      </LabelGroup>
      <a href={href(path)}>{filters.some(({ unset }) => unset) ? texts.clearFilters : texts.clear}</a>
    </div>
  );
};
