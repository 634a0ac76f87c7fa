import { autocompletion, type CompletionSource } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { linter, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { texts } from '../../../texts.js';
import { diagnosticOf, type Notice, notices, offsetOf } from './notices.js';

export type CodeFormat = 'json' | 'yaml';

/** An editor of a text, in a shadow root: there its styles need no inline style, which the page's policy forbids. */
export interface CodeView {
  readonly show: (notices: readonly Notice[]) => void;
  /** Puts the cursor at a place, in view. */
  readonly goTo: (place: Pick<Notice, 'line' | 'column'>) => void;
  readonly destroy: () => void;
}

interface Settings {
  readonly text: string;
  readonly label: string;
  readonly formatOf: (text: string) => CodeFormat;
  readonly complete: CompletionSource;
  readonly onChange: (text: string) => void;
}

/** The Tab key leaves it as it leaves any field: nothing here takes that key. */
export const openCodeView = (
  host: HTMLElement,
  { text, label, formatOf, complete, onChange }: Settings,
): CodeView => {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const language = new Compartment();
  let format = formatOf(text);
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        history(),
        // What is found is said below its line: a tooltip would say it twice.
        linter(null, { tooltipFilter: () => [] }),
        lintGutter({ tooltipFilter: () => [] }),
        notices,
        autocompletion({ override: [complete], icons: false }),
        EditorView.lineWrapping,
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        language.of(LANGUAGES[format]()),
        syntaxHighlighting(COLOURS),
        LOOKS,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorState.phrases.of({ 'Control character': texts.hiddenCharacter }),
        replacesBySelf,
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return;
          const now = state.doc.toString();
          onChange(now);
          if (formatOf(now) === format) return;
          format = formatOf(now);
          view.dispatch({ effects: language.reconfigure(LANGUAGES[format]()) });
        }),
      ],
    }),
  });
  return {
    show: (found) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          found.map((one) => diagnosticOf(view.state.doc, one)),
        ),
      ),
    goTo: (place) => {
      view.dispatch({ selection: { anchor: offsetOf(view.state.doc, place) }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
};

// Text typed over a selection: Chromium would give it the style of what was there as an inline style, which the page's policy forbids.
const replacesBySelf = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { from, to } = selectedIn(view);
    const insert = event.data;
    if (event.inputType !== 'insertText' || event.isComposing || !insert || from === to) return false;
    event.preventDefault();
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
    });
    return true;
  },
});

/** What is selected. In a shadow root the event does not say it, and the state learns of a new selection a moment later. */
const selectedIn = (view: EditorView): { readonly from: number; readonly to: number } => {
  const root = view.root as Partial<Pick<Document, 'getSelection'>>;
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = root.getSelection?.() ?? {};
  if (!anchorNode || !focusNode || !view.contentDOM.contains(anchorNode)) return view.state.selection.main;
  const ends = [view.posAtDOM(anchorNode, anchorOffset), view.posAtDOM(focusNode, focusOffset)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
};

const LANGUAGES = { json, yaml };

// Colours of the page's theme: light and dark follow.
const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--pf-t--global--text--color--subtle)', fontStyle: 'italic' },
  {
    tag: [tags.propertyName, tags.definition(tags.propertyName)],
    color: 'var(--pf-t--global--text--color--link--default)',
  },
  { tag: tags.invalid, color: 'var(--pf-t--global--text--color--status--danger--default)' },
]);

const LOOKS = EditorView.theme({
  '&': {
    color: 'var(--pf-t--global--text--color--regular)',
    border: '1px solid var(--pf-t--global--border--color--default)',
    fontSize: 'var(--pf-t--global--font--size--body--default)',
  },
  '&.cm-focused': { outline: '2px solid var(--pf-t--global--border--color--clicked)' },
  '.cm-scroller': { fontFamily: 'var(--pf-t--global--font--family--mono)', minHeight: '24rem' },
  '.cm-content': { caretColor: 'var(--pf-t--global--text--color--regular)' },
  '.cm-gutters': {
    color: 'var(--pf-t--global--text--color--subtle)',
    backgroundColor: 'var(--pf-t--global--background--color--secondary--default)',
    border: 'none',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.notice': {
    fontFamily: 'var(--pf-t--global--font--family--body)',
    padding: '0.25rem 0.5rem',
    marginBlock: '0.25rem',
    borderInlineStart: '4px solid var(--pf-t--global--border--color--status--warning--default)',
  },
  '.notice.error': { borderInlineStartColor: 'var(--pf-t--global--border--color--status--danger--default)' },
  '.cm-tooltip': {
    color: 'var(--pf-t--global--text--color--regular)',
    backgroundColor: 'var(--pf-t--global--background--color--floating--default)',
    border: '1px solid var(--pf-t--global--border--color--default)',
    maxInlineSize: 'calc(100vw - 2rem)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.25rem 0.5rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--pf-t--global--text--color--on-brand--default)',
    backgroundColor: 'var(--pf-t--global--color--brand--default)',
  },
  // The theme's colours, and no images: its own are of one theme.
  '.cm-lintRange': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--pf-t--global--border--color--status--warning--default)',
    textUnderlineOffset: '0.2em',
  },
  '.cm-lintRange-error': {
    textDecorationColor: 'var(--pf-t--global--border--color--status--danger--default)',
  },
  '.cm-gutter-lint .cm-lint-marker': {
    content: 'none',
    width: '0.6em',
    height: '0.6em',
    marginBlockStart: '0.4em',
    backgroundColor: 'var(--pf-t--global--border--color--status--warning--default)',
  },
  '.cm-gutter-lint .cm-lint-marker-error': {
    borderRadius: '50%',
    backgroundColor: 'var(--pf-t--global--border--color--status--danger--default)',
  },
});
