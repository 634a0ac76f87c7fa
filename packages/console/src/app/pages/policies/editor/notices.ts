import { type Diagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import { type Range, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { visibleText } from '../../../parts/visible-text.js';

/** What is to be said about a place in the text. Lines and columns count from 1. */
export interface Notice {
  readonly line: number;
  readonly column: number;
  readonly says: string;
  readonly isError: boolean;
}

/** Where a place is in a text, which may be shorter by now. */
export const offsetOf = (doc: Text, { line, column }: Pick<Notice, 'line' | 'column'>): number => {
  const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  return Math.min(from + Math.max(column, 1) - 1, to);
};

/** A notice as the editor marks it: from its place to the end of the word there. */
export const diagnosticOf = (doc: Text, notice: Notice): Diagnostic => {
  const from = offsetOf(doc, notice);
  const { to: end } = doc.lineAt(from);
  const word = WORD.exec(doc.sliceString(from, end))?.[0] ?? '';
  const severity = notice.isError ? 'error' : 'warning';
  return { from, to: word === '' ? end : from + word.length, severity, message: notice.says };
};

const WORD = /^"[^"]*"|^'[^']*'|^[^\s,:[\]{}]+/;

/** Diagnostics in words below their lines: readable on small screens and by screen readers, without a pointer. They move with the text. */
export const notices = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    const set = transaction.effects.find((one) => one.is(setDiagnosticsEffect));
    if (set === undefined) return shown.map(transaction.changes);
    const { doc } = transaction.state;
    const ranges = (set.value as readonly Diagnostic[]).map(
      (one): Range<Decoration> =>
        Decoration.widget({ widget: new NoticeWidget(one), block: true, side: 1 }).range(
          doc.lineAt(one.from).to,
        ),
    );
    return Decoration.set(ranges, true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class NoticeWidget extends WidgetType {
  constructor(private readonly about: Diagnostic) {
    super();
  }

  override eq({ about }: NoticeWidget): boolean {
    return about.message === this.about.message && about.severity === this.about.severity;
  }

  toDOM(): HTMLElement {
    const shown = document.createElement('div');
    shown.className = `notice ${this.about.severity}`;
    shown.textContent = visibleText(this.about.message);
    return shown;
  }
}
