import { Form, List, ListItem, Modal, ModalBody, ModalHeader, TextInput } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import type { ConsolePage } from '../pages/page.js';
import { PAGES } from '../pages/registry.js';
import { Failure } from '../parts/failure.js';
import type { FoundRecord } from '../parts/find-in.js';
import { Loading } from '../parts/loading.js';
import { route } from '../state/address.js';
import { useApi } from '../state/api.js';
import { untilQuiet } from '../state/until-quiet.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';

const t = texts.palette;

/** Goes to a page or a record by its name. Enter goes to the first. */
export const Palette = ({ close }: { readonly close: () => void }) => {
  const api = useApi();
  const [typed, setTyped] = useState('');
  const q = typed.trim();
  const pages = PAGES.filter((page) => page.isFor(api));
  const named = pages.filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()));
  const first = named[0];
  return (
    <Modal
      isOpen
      variant="small"
      position="top"
      aria-labelledby="palette-title"
      elementToFocus="#palette"
      onClose={close}
      // Whatever was chosen in it.
      onClick={({ target }) => target instanceof Element && target.closest('a') !== null && close()}
    >
      <ModalHeader title={t.title} labelId="palette-title" />
      <ModalBody>
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            if (first === undefined) return;
            route(api.href(first.path));
            close();
          }}
        >
          <Search typed={typed} onType={setTyped} />
        </Form>
        {named.length > 0 && (
          <Links title={t.pages} links={named.map(({ path, title }) => ({ path, shown: [title] }))} />
        )}
        {q !== '' && <Records q={q} pages={pages} />}
      </ModalBody>
    </Modal>
  );
};

const Search = ({ typed, onType }: { readonly typed: string; readonly onType: (text: string) => void }) => (
  <TextInput
    ref={takeFocus}
    id="palette"
    type="search"
    aria-label={t.label}
    placeholder={t.label}
    autoComplete="off"
    maxLength={128}
    value={typed}
    onChange={(_, text) => onType(text)}
  />
);

// At once: what is typed right after the key is for the search already.
const takeFocus = (input: HTMLInputElement | null): void => input?.focus();

const Links = ({ title, links }: { readonly title: ReactNode; readonly links: readonly FoundRecord[] }) => {
  const { href } = useApi();
  return (
    <section>
      <h2>{title}</h2>
      <List isPlain>
        {links.map(({ path, shown: [name, more] }) => (
          <ListItem key={path}>
            <a href={href(path)}>{name}</a> {more}
          </ListItem>
        ))}
      </List>
    </section>
  );
};

const Records = ({ q, pages }: { readonly q: string; readonly pages: readonly ConsolePage[] }) => {
  const api = useApi();
  const { data, error, reload } = useLoad(['find', q], async ({ signal }) => {
    await untilQuiet(signal);
    const found = await Promise.all(
      pages.map(async ({ title, load }) => {
        const { find } = await load();
        return { title, links: (await find?.(api, q, { signal })) ?? [] };
      }),
    );
    return found.filter(({ links }) => links.length > 0);
  });
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading lines={3} />;
  if (data.length === 0) return <p role="status">{t.nothing}</p>;
  return data.map(({ title, links }) => <Links key={title} title={title} links={links} />);
};
