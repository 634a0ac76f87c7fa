import { autocompletion, type CompletionSource } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { linter, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { texts } from '../../../texts.js';
import { type CodeFormat, EDITOR_LOOKS, LANGUAGES, LOOKS } from './code-look.js';
import { diagnosticOf, type Notice, notices, offsetOf } from './notices.js';

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
        extensionsOf(label, complete),
        language.of(LANGUAGES[format]()),
        LOOKS,
        EDITOR_LOOKS,
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

const extensionsOf = (label: string, complete: CompletionSource): Extension => [
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
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  EditorState.phrases.of({ 'Control character': texts.hiddenCharacter }),
  replacesBySelf,
];

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
