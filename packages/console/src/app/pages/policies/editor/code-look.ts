import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** How a text is to be read. */
export type CodeFormat = 'json' | 'yaml';

export const LANGUAGES = { json, yaml } as const;

// Colours of the page's theme: light and dark follow.
const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--pf-t--global--text--color--subtle)', fontStyle: 'italic' },
  {
    tag: [tags.propertyName, tags.definition(tags.propertyName)],
    color: 'var(--pf-t--global--text--color--link--default)',
  },
  { tag: tags.invalid, color: 'var(--pf-t--global--text--color--status--danger--default)' },
]);

const FRAME = EditorView.theme({
  '&': {
    color: 'var(--pf-t--global--text--color--regular)',
    border: '1px solid var(--pf-t--global--border--color--default)',
    fontSize: 'var(--pf-t--global--font--size--body--default)',
  },
  '&.cm-focused': { outline: '2px solid var(--pf-t--global--border--color--clicked)' },
  '.cm-scroller': { fontFamily: 'var(--pf-t--global--font--family--mono)' },
  '.cm-content': { caretColor: 'var(--pf-t--global--text--color--regular)' },
  '.cm-gutters': {
    color: 'var(--pf-t--global--text--color--subtle)',
    backgroundColor: 'var(--pf-t--global--background--color--secondary--default)',
    border: 'none',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
});

/** What every text of code looks like. */
export const LOOKS = [syntaxHighlighting(COLOURS), FRAME];

/** What else an editor looks like: notices, suggestions and marks. */
export const EDITOR_LOOKS = EditorView.theme({
  '.cm-content, .cm-gutter': { minHeight: '24rem' },
  // Without a margin, which the editor does not count into a line's height.
  '.notice': {
    fontFamily: 'var(--pf-t--global--font--family--body)',
    padding: '0.25rem 0.5rem',
    borderInlineStart: '4px solid var(--pf-t--global--border--color--status--warning--default)',
  },
  '.notice.error': { borderInlineStartColor: 'var(--pf-t--global--border--color--status--danger--default)' },
  '.cm-tooltip': {
    color: 'var(--pf-t--global--text--color--regular)',
    backgroundColor: 'var(--pf-t--global--background--color--floating--default)',
    border: '1px solid var(--pf-t--global--border--color--default)',
    maxInlineSize: 'calc(100vw - 2rem)',
  },
  '.cm-tooltip.cm-completionInfo': { maxInlineSize: 'min(20rem, 60vw)' },
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
