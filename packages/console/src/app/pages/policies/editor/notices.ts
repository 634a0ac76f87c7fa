import { type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { textPieces } from '../../../parts/visible-text.js';

/** What is to be said about a line of the text. */
export interface Notice {
  readonly line: number;
  readonly says: string;
  readonly isError: boolean;
}

export const showNotices = StateEffect.define<readonly Notice[]>();

/** Notices below their lines: readable on small screens and by screen readers, without a pointer. They move with the text. */
export const notices = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    const [effect] = transaction.effects.filter((one) => one.is(showNotices));
    if (effect === undefined) return shown.map(transaction.changes);
    const { doc } = transaction.state;
    const ranges = (effect.value as readonly Notice[]).map((notice): Range<Decoration> => {
      const { to } = doc.line(Math.max(1, Math.min(notice.line, doc.lines)));
      return Decoration.widget({ widget: new NoticeWidget(notice), block: true, side: 1 }).range(to);
    });
    return Decoration.set(ranges, true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class NoticeWidget extends WidgetType {
  constructor(private readonly notice: Notice) {
    super();
  }

  override eq(other: NoticeWidget): boolean {
    return other.notice.says === this.notice.says && other.notice.isError === this.notice.isError;
  }

  toDOM(): HTMLElement {
    const shown = document.createElement('div');
    shown.className = this.notice.isError ? 'notice error' : 'notice';
    shown.append(
      ...textPieces(this.notice.says).map((piece) => ('text' in piece ? piece.text : piece.hidden)),
    );
    return shown;
  }
}
