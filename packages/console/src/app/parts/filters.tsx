import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useApi } from '../state/api.js';
import { texts } from '../texts.js';

/** A filter of a list: one of several values, or a text. It is part of the address under the API's own name. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly values?: readonly string[];
}

/** A list's filters. Texts take effect with Enter, choices immediately; a filtered list starts at its first page. */
export const Filters = ({
  path,
  filters,
}: {
  readonly path: string;
  readonly filters: readonly Filter[];
}) => {
  const api = useApi();
  const { query, route } = useLocation();
  if (filters.length === 0) return null;
  const narrow = (form: HTMLFormElement): void => {
    const given = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]),
    );
    route(api.href(path, { sort: query.sort, ...given }));
  };
  return (
    <search>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          narrow(event.currentTarget);
        }}
      >
        {filters.map((filter, place) => (
          <FilterControl
            key={filter.name}
            filter={filter}
            given={query[filter.name] ?? ''}
            isFirst={place === 0}
            narrow={narrow}
          />
        ))}
        <button type="submit">{texts.narrow}</button>
        {filters.some(({ name }) => query[name] !== undefined) && <a href={api.href(path)}>{texts.clear}</a>}
      </form>
    </search>
  );
};

const FilterControl = ({
  filter: { name, label, values },
  given,
  isFirst,
  narrow,
}: {
  readonly filter: Filter;
  readonly given: string;
  readonly isFirst: boolean;
  readonly narrow: (form: HTMLFormElement) => void;
}) => {
  const id = useId();
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  // The shown values follow the address. The control is kept: keyboard users continue from where they are.
  useLayoutEffect(() => {
    if (control.current !== null) control.current.value = given;
  }, [given]);
  const common = { id, name, ref: control, 'data-search': isFirst };
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      {values === undefined ? (
        <input {...common} type="search" autocomplete="off" maxLength={128} />
      ) : (
        <select
          {...common}
          onChange={({ currentTarget }) => currentTarget.form && narrow(currentTarget.form)}
        >
          <option value="">{texts.any}</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {value.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </div>
  );
};
