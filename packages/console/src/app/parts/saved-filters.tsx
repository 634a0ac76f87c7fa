import { Button, Form, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useId, useReducer, useRef, useState } from 'react';
import { useAddress } from '../state/address.js';
import { useApi } from '../state/api.js';
import { keptInBrowser } from '../state/kept.js';
import { texts } from '../texts.js';
import { FieldInputs, type Values } from './fields.js';
import { type FilterSet, filterSetsIn, filtersIn, LONGEST_NAME, nameFault } from './filter-sets.js';
import type { Filter } from './filters.js';
import { Text } from './text.js';

const t = texts.savedFilters;

interface Saving {
  readonly path: string;
  readonly filters: readonly Filter[];
}

/** The filters that somebody saved of a list, and to save the current ones: a link each, as whatever filters are is in the address. */
export const SavedFilters = ({ path, filters }: Saving) => {
  const { href } = useApi();
  const { query } = useAddress();
  const { sets, store } = useFilterSets(path);
  const [isNaming, setNaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const names = filters.map(({ name }) => name);
  const filtered = filtersIn(query, names);
  const current = sets.find((one) => alike(one.query, filtered, names));
  const others = sets.filter((one) => one !== current);
  if (store === undefined || (sets.length === 0 && filtered === '')) return null;
  const save = (name: string) => {
    const fault = nameFault(others, name);
    const saved = { name: name.trim(), query: filtered };
    if (fault !== undefined) return fault;
    return store(
      current === undefined ? [...sets, saved] : sets.map((one) => (one === current ? saved : one)),
    );
  };
  const remove = (): void => {
    store(others);
    // This button goes with what it deleted.
    button.current?.focus();
  };
  return (
    <nav className="chips" aria-label={t.title}>
      {sets.length > 0 && <span className="quiet">{t.title}</span>}
      {sets.map((one) => (
        <a
          key={one.name}
          href={href(path, { sort: query.sort, ...givenIn(one.query, names) })}
          aria-current={one === current ? 'true' : undefined}
        >
          <Text of={one.name} />
        </a>
      ))}
      {filtered !== '' && (
        <Button
          ref={button}
          variant="link"
          isInline
          onClick={() => setNaming(true)}
          {...(current && { 'aria-label': t.renameOne(current.name) })}
        >
          {current === undefined ? t.save : t.rename}
        </Button>
      )}
      {current !== undefined && (
        <Button variant="link" isInline aria-label={t.removeOne(current.name)} onClick={remove}>
          {t.remove}
        </Button>
      )}
      {isNaming && <NameDialog current={current} save={save} close={() => setNaming(false)} />}
    </nav>
  );
};

type Fault = keyof typeof t.fault;

/** Somebody's saved filters of a list, read whenever it is drawn: another tab may have saved some. Without `store` the browser keeps nothing. */
const useFilterSets = (path: string) => {
  const { me } = useApi();
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const name = `govgate.filters:${me.tenant_id}/${me.actor_id}`;
  const store = (sets: readonly FilterSet[]): Fault | undefined => {
    const isKept = keptInBrowser.keep(
      name,
      JSON.stringify({ ...filterSetsIn(keptInBrowser.read(name)), [path]: sets }),
    );
    redraw();
    return isKept ? undefined : 'notKept';
  };
  return {
    sets: filterSetsIn(keptInBrowser.read(name))[path] ?? [],
    store: CAN_KEEP ? store : undefined,
  };
};

const CAN_KEEP = keptInBrowser.keep('govgate.filters', '');
keptInBrowser.forget('govgate.filters');

const givenIn = (query: string, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries([...new URLSearchParams(query)].filter(([name]) => names.includes(name)));

const alike = (saved: string, filtered: string, names: readonly string[]): boolean =>
  filtersIn(givenIn(saved, names), names) === filtered;

/** Asks for a name; one that cannot be taken is answered at the field. */
const NameDialog = ({
  current,
  save,
  close,
}: {
  readonly current: FilterSet | undefined;
  readonly save: (name: string) => Fault | undefined;
  readonly close: () => void;
}) => {
  const id = useId();
  const [values, setValues] = useState<Values>({ name: current?.name ?? '' });
  const [fault, setFault] = useState<Fault>();
  return (
    <Modal isOpen variant="small" aria-labelledby={`${id}-title`} elementToFocus={NAME} onClose={close}>
      <ModalHeader
        title={current === undefined ? t.save : t.renameOne(current.name)}
        labelId={`${id}-title`}
        description={t.saveSays}
      />
      <ModalBody>
        <Form
          id={id}
          onSubmit={(event) => {
            event.preventDefault();
            const found = save(values.name ?? '');
            setFault(found);
            if (found === undefined) close();
          }}
        >
          <FieldInputs
            fields={[
              { name: 'name', label: t.name, kind: 'text', isRequired: true, maxLength: LONGEST_NAME },
            ]}
            values={values}
            wrong={fault && { name: 'name', says: t.fault[fault] }}
            onChange={(name, value) => setValues({ [name]: value })}
          />
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form={id}>
          {current === undefined ? t.keep : t.rename}
        </Button>
        <Button variant="link" onClick={close}>
          {texts.cancel}
        </Button>
      </ModalFooter>
    </Modal>
  );
};

const NAME = '[role=dialog] form input';
