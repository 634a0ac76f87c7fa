import {
  MenuToggle,
  type MenuToggleElement,
  Select,
  SelectList,
  SelectOption,
  TextInputGroup,
  TextInputGroupMain,
} from '@patternfly/react-core';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { useApi } from '../state/api.js';
import { untilQuiet } from '../state/until-quiet.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
import type { Values } from './fields.js';
import { type Choice, type Pick, pickableFor } from './picks.js';
import { Code, Text } from './text.js';

interface Picking {
  readonly id: string;
  readonly label: string;
  readonly pick: Pick;
  /** Several ids, with commas between them: the last is chosen. */
  readonly isMany: boolean;
  readonly value: string;
  readonly values: Values;
  readonly onChange: (value: string) => void;
  /** Where a choice means more than a text that was typed. */
  readonly onChoose?: (value: string) => void;
  readonly placeholder?: string;
  /** Further attributes of the input. */
  readonly inputProps: object;
}

/**
 * The id of a record, chosen by a part of its name or id. Any other text may stand, too: the record may come later, and the API judges it.
 * Records that have gone from its list, or may not be listed, are typed.
 */
export const Picker = (picking: Picking) => {
  const { id } = picking;
  const suggestions = useSuggestions(picking);
  const { isShown, choices, place, choose, show } = suggestions;
  return (
    <Select
      isOpen={isShown}
      variant="typeahead"
      popperProps={{ appendTo: 'inline' }}
      onSelect={(_, chosen) => choose(String(chosen))}
      onOpenChange={(next) => !next && show(false)}
      shouldFocusFirstItemOnOpen={false}
      toggle={(toggle: Ref<MenuToggleElement>) => (
        <PickerInput toggle={toggle} picking={picking} suggestions={suggestions} />
      )}
    >
      {/* Pressing an option leaves the focus where it is: it would close the list. */}
      <SelectList id={`${id}-list`} onMouseDown={(event) => event.preventDefault()}>
        {choices.map((one, at) => (
          <SelectOption
            key={one.id}
            id={optionId(id, at)}
            value={one.id}
            isFocused={at === place}
            description={<Code of={one.id} />}
          >
            <Text of={one.name} />
          </SelectOption>
        ))}
      </SelectList>
    </Select>
  );
};

const optionId = (id: string, at: number): string => `${id}-option-${at}`;

/** What is suggested for what was typed, and what the keyboard does with it. */
const useSuggestions = ({ pick, isMany, value, values, onChange, onChoose }: Picking) => {
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState(-1);
  const typed = isMany ? (value.split(',').at(-1) ?? '').trim() : value.trim();
  const choices = useChoices(pick, values, isOpen ? typed : undefined);
  const isShown = isOpen && choices.length > 0;
  const show = (shown: boolean): void => {
    setOpen(shown);
    setPlace(-1);
  };
  const choose = (chosen: string): void => {
    const before = isMany ? value.slice(0, value.lastIndexOf(',') + 1) : '';
    onChange(before === '' ? chosen : `${before} ${chosen}`);
    onChoose?.(chosen);
    show(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' && !isOpen) {
      show(true);
      return;
    }
    const act = isShown
      ? keysOf(choices, place, { choose, setPlace, close: () => show(false) })[event.key]
      : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return { choices, place, isOpen, isShown, show, choose, onKeyDown };
};

const PickerInput = ({
  toggle,
  picking: { id, label, value, onChange, placeholder, inputProps },
  suggestions: { isOpen, isShown, place, show, onKeyDown },
}: {
  readonly toggle: Ref<MenuToggleElement>;
  readonly picking: Picking;
  readonly suggestions: ReturnType<typeof useSuggestions>;
}) => (
  <MenuToggle
    innerRef={toggle}
    variant="typeahead"
    isFullWidth
    isExpanded={isShown}
    aria-label={texts.suggestions}
    onClick={() => show(!isOpen)}
  >
    <TextInputGroup isPlain>
      <TextInputGroupMain
        inputId={id}
        aria-label={label}
        value={value}
        {...(placeholder !== undefined && { placeholder })}
        role="combobox"
        isExpanded={isShown}
        aria-controls={`${id}-list`}
        inputProps={{ ...inputProps, autoComplete: 'off' }}
        {...(place >= 0 && { 'aria-activedescendant': optionId(id, place) })}
        onChange={(_, text) => {
          onChange(text);
          show(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => show(false)}
      />
    </TextInputGroup>
  </MenuToggle>
);

interface Acts {
  readonly choose: (id: string) => void;
  readonly setPlace: (place: number) => void;
  readonly close: () => void;
}

const keysOf = (
  choices: readonly Choice[],
  place: number,
  { choose, setPlace, close }: Acts,
): Readonly<Record<string, (() => void) | undefined>> => {
  const chosen = choices[place];
  return {
    ArrowDown: () => setPlace((place + 1) % choices.length),
    ArrowUp: () => setPlace((place <= 0 ? choices.length : place) - 1),
    Enter: chosen && (() => choose(chosen.id)),
    Escape: close,
  };
};

const NONE: readonly Choice[] = [];

/** What is found by a text; nothing for undefined, and nothing once an id is complete. */
const useChoices = (pick: Pick, values: Values, typed: string | undefined): readonly Choice[] => {
  const api = useApi();
  const pickable = pickableFor(pick, values, api);
  const server = values.server_id ?? values.source_id ?? '';
  const { data } = useLoad(
    ['pick', pick, values.subject_type, values.source_type, server, typed],
    async ({ signal }) => {
      if (pickable === undefined || typed === undefined) return NONE;
      await untilQuiet(signal);
      // What cannot be listed now is typed: nobody waits for a suggestion.
      // No text is not a search: the first records are shown.
      const q = typed === '' ? undefined : typed;
      const found = await pickable.find(api.client, { q, server }, { signal }).catch(() => NONE);
      return found.length === 1 && found[0]?.id === typed ? NONE : found;
    },
  );
  return data ?? NONE;
};
