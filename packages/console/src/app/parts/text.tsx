import { texts } from '../texts.js';
import { textPieces } from './visible-text.js';

/** External text: always rendered as text, in its own direction, with invisible characters made visible. */
export const Text = ({ of }: { readonly of: string | null | undefined }) => {
  if (of === null || of === undefined || of === '') return <span class="none">{texts.none}</span>;
  return (
    <bdi>
      {textPieces(of).map((piece) =>
        'text' in piece ? (
          piece.text
        ) : (
          <span class="hidden-character" title={texts.hiddenCharacter}>
            {piece.hidden}
          </span>
        ),
      )}
    </bdi>
  );
};

/** An id, hash or code. */
export const Code = ({ of }: { readonly of: string | null | undefined }) =>
  of ? (
    <code>
      <Text of={of} />
    </code>
  ) : (
    <Text of="" />
  );

/** A time in the viewer's time zone; the exact one is its title. */
export const Moment = ({ of }: { readonly of: string | null | undefined }) => {
  if (!of) return <Text of="" />;
  return (
    <time dateTime={of} title={of}>
      {shown.format(new Date(of))}
    </time>
  );
};

const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** A state: a word, with a colour that adds nothing to it. */
export const Badge = ({ of }: { readonly of: string | null | undefined }) =>
  of ? <span class={`badge ${toneOf(of)}`}>{of.replaceAll('_', ' ')}</span> : <Text of="" />;

const TONES: readonly (readonly [tone: string, words: string])[] = [
  [
    'good',
    'active approved healthy success valid in_sync ready verified connected allow covered up_to_date enabled completed passed',
  ],
  [
    'warn',
    'pending pending_review changes_requested draining idle degraded late stale unsigned require_approval warning scheduled draft changed high not_validated running available blocked',
  ],
  [
    'bad',
    'terminated revoked rejected failure denied failing lost unhealthy invalid broken deny critical not_ready failed blocking expired disabled',
  ],
];

const toneOf = (word: string): string =>
  TONES.find(([, words]) => words.split(' ').includes(word))?.[0] ?? 'plain';
