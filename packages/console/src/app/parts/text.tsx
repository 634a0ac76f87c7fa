import { Label, type LabelProps } from '@patternfly/react-core';
import { makeStore } from '../state/store.js';
import { texts } from '../texts.js';
import { relativeTime } from './relative-time.js';
import { textPieces } from './visible-text.js';

/** External text: always rendered as text, in its own direction, with invisible characters made visible. */
export const Text = ({ of }: { readonly of: string | null | undefined }) => {
  if (of === null || of === undefined || of === '') return <span className="none">{texts.none}</span>;
  return (
    <bdi>
      {textPieces(of).map((piece, place) =>
        'text' in piece ? (
          piece.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is what stands at its place.
          <span key={place} className="hidden-character" title={texts.hiddenCharacter}>
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

/** How long ago or ahead a time is; the exact one, in the viewer's zone, is its title. */
export const Moment = ({ of }: { readonly of: string | null | undefined }) => {
  clock.use();
  if (!of) return <Text of="" />;
  return (
    <time dateTime={of} title={exact.format(new Date(of))}>
      {relativeTime(Date.parse(of), Date.now())}
    </time>
  );
};

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

const TICK_MS = 15_000;
const clock = makeStore({ now: Date.now() });
setInterval(() => clock.set({ now: Date.now() }), TICK_MS);

/** A state: a word with an icon, and a colour that adds nothing to it. */
export const Badge = ({ of }: { readonly of: string | null | undefined }) =>
  of ? (
    <Label className="badge" isCompact variant="outline" {...toneOf(of)}>
      {of.replaceAll('_', ' ')}
    </Label>
  ) : (
    <Text of="" />
  );

type Status = NonNullable<LabelProps['status']>;

const TONES: readonly (readonly [tone: Status, words: string])[] = [
  [
    'success',
    'active approved healthy success valid in_sync ready verified connected allow covered kept up_to_date enabled completed passed',
  ],
  [
    'warning',
    'pending pending_review changes_requested draining idle degraded late stale unsigned require_approval warning scheduled draft changed risk_risen high not_validated running available blocked undecided',
  ],
  [
    'danger',
    'terminated revoked rejected failure denied failing lost unhealthy invalid error broken deny critical not_ready failed blocking expired disabled',
  ],
];

const toneOf = (word: string): Pick<LabelProps, 'status'> => {
  const found = TONES.find(([, words]) => words.split(' ').includes(word));
  return found === undefined ? {} : { status: found[0] };
};
