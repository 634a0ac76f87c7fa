import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { PAGES } from '../pages/registry.js';
import { type Api, useApi } from '../state/api.js';
import { texts } from '../texts.js';

/** How long after `g` its letter may come, by when the keys were struck and not by when a busy page gets to them. */
const CHORD_MS = 3_000;

/** The keys of the console: `g` and a letter, `/`, `e` and `?`. They are letters only where nothing is being typed. */
export const Keys = () => {
  const api = useApi();
  const { route } = useLocation();
  const help = useRef<HTMLDialogElement>(null);
  const since = useRef<number>();
  // Before anybody can see the page: a key that is struck at the first sight of it is not lost.
  useLayoutEffect(() => {
    const single: Readonly<Record<string, () => void>> = {
      '/': () => focus('[data-search="true"]'),
      e: () => focus('#environment'),
      '?': () => help.current?.showModal(),
    };
    const chord = Object.fromEntries(
      pagesFor(api).map((page) => [page.letter, () => route(api.href(page.path))]),
    );
    const act = keyReader(single, chord, since);
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, [api, route]);
  return (
    <dialog ref={help} aria-labelledby="keys-title">
      <h2 id="keys-title">{texts.keys}</h2>
      <dl class="keys">
        {[...pagesFor(api).map((page) => [`g ${page.letter}`, page.title]), ...texts.otherKeys].map(
          ([keys, says]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{says}</dd>
            </div>
          ),
        )}
      </dl>
      <div class="actions">
        <button type="button" onClick={() => help.current?.close()}>
          {texts.close}
        </button>
      </div>
    </dialog>
  );
};

type Acts = Readonly<Record<string, () => void>>;

/** Does what a key stands for, or a `g` and the key after it. */
const keyReader =
  (single: Acts, chord: Acts, since: { current: number | undefined }): ((event: KeyboardEvent) => void) =>
  (event) => {
    if (isModified(event) || isTyping(event.target)) return;
    const isChord = since.current !== undefined && event.timeStamp - since.current < CHORD_MS;
    const act = (isChord ? chord : single)[event.key];
    since.current = !isChord && event.key === 'g' ? event.timeStamp : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

const isModified = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

const pagesFor = (api: Api) => PAGES.filter((page) => page.isFor(api));

const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
