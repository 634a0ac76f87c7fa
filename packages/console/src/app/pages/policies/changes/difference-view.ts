import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { texts } from '../../../texts.js';
import { type CodeFormat, LANGUAGES, LOOKS } from '../editor/code-look.js';

/** A text that is compared, and what it is called. */
export interface ComparedText {
  readonly name: string;
  readonly text: string;
}

/** Two texts of a format, and how their differences are shown. */
export interface Compared {
  readonly before: ComparedText;
  readonly after: ComparedText;
  readonly format: CodeFormat;
  /** One below the other, for small screens. */
  readonly isUnified: boolean;
  /** With every line, instead of those that differ and some around them. */
  readonly isWhole: boolean;
}

/** Shows two texts with what differs marked, in a shadow root as an editor is; returns what takes them away again. */
export const openDifference = (host: HTMLElement, compared: Compared): (() => void) => {
  const { before, after, format, isUnified, isWhole } = compared;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const folding = isWhole ? {} : { collapseUnchanged: { margin: 3, minSize: 4 } };
  const extensions = (name: string): Extension[] => [
    lineNumbers(),
    EditorView.lineWrapping,
    EditorView.editable.of(false),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': texts.policies.textOf(name) }),
    EditorState.phrases.of({ 'Control character': texts.hiddenCharacter }),
    LANGUAGES[format](),
    LOOKS,
    MARKS,
  ];
  const view = isUnified
    ? new EditorView({
        root,
        parent: root,
        doc: after.text,
        extensions: [
          ...extensions(after.name),
          unifiedMergeView({ original: before.text, mergeControls: false, ...folding }),
        ],
      })
    : new MergeView({
        root,
        parent: root,
        a: { doc: before.text, extensions: extensions(before.name) },
        b: { doc: after.text, extensions: extensions(after.name) },
        ...folding,
      });
  return () => view.destroy();
};

const colourOf = (status: 'danger' | 'success'): string =>
  `var(--pf-t--global--border--color--status--${status}--default)`;

/** Light enough for every colour of code to be read on it. */
const lineOf = (status: 'danger' | 'success'): Record<string, string> => ({
  backgroundColor: `color-mix(in srgb, ${colourOf(status)} 8%, transparent)`,
});
const wordOf = (status: 'danger' | 'success'): Record<string, string> => ({
  background: `linear-gradient(${colourOf(status)}, ${colourOf(status)}) bottom/100% 1px no-repeat`,
});

const MARKS = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': lineOf('danger'),
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': lineOf('success'),
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': wordOf('danger'),
  '&.cm-merge-b .cm-changedText': wordOf('success'),
  '.cm-collapsedLines': {
    color: 'var(--pf-t--global--text--color--subtle)',
    background: 'var(--pf-t--global--background--color--secondary--default)',
  },
  // Not every font has the sign of its own.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…"' },
});
