import { timeIn } from './local-time.js';
import { useDrawingOver } from './use-drawing-over.js';

/** How a series is coloured; its name stands in the legend. */
type Tone = 'info' | 'danger' | 'warning';
type Series = readonly [tone: Tone, name: string];

/** A span of time, and what was counted in it by series. */
export interface Bar {
  readonly start: string;
  readonly counts: readonly number[];
}

const HEIGHT = 40;

interface Counted {
  readonly label: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  /** Where what was counted from one bar to another is listed. */
  readonly hrefOf: (first: Bar, last: Bar) => string;
}

/**
 * Counts by time. Screen readers get the sums; each bar is a link, and several can be drawn over, for the pointer alone: the filters of the list
 * that they lead to do the same by the keyboard.
 */
export const Bars = ({ label, series, bars, hrefOf }: Counted) => {
  const { isDrawnOver, ...drawing } = useDrawingOver(bars, hrefOf);
  const most = Math.max(1, ...bars.map(({ counts }) => sum(counts)));
  return (
    <figure className="bars">
      <figcaption>
        {label}
        {series.map(([tone, name], place) => (
          <span key={name} className={`legend ${tone}`}>
            {sum(bars.map(({ counts }) => counts[place] ?? 0))} {name}
          </span>
        ))}
      </figcaption>
      <div className="row" aria-hidden="true" {...drawing}>
        {bars.map((bar, place) => (
          <a
            key={bar.start}
            href={hrefOf(bar, bar)}
            tabIndex={-1}
            draggable={false}
            {...(isDrawnOver(place) && { className: 'drawn-over' })}
          >
            <Column bar={bar} series={series} scale={HEIGHT / most} />
          </a>
        ))}
      </div>
      <div className="span quiet">
        <span>{timeIn(bars[0]?.start)}</span>
        <span>{timeIn(bars.at(-1)?.start)}</span>
      </div>
    </figure>
  );
};

const Column = ({
  bar,
  series,
  scale,
}: {
  readonly bar: Bar;
  readonly series: readonly Series[];
  readonly scale: number;
}) => (
  <svg viewBox={`0 0 1 ${HEIGHT}`} preserveAspectRatio="none">
    <title>{saysOf(bar, series)}</title>
    {stacked(bar.counts, scale).map(({ y, height }, part) => (
      <rect key={series[part]?.[1]} className={series[part]?.[0]} y={y} width={1} height={height} />
    ))}
  </svg>
);

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

const saysOf = ({ start, counts }: Bar, series: readonly Series[]): string =>
  `${timeIn(start)}: ${series.map(([, name], place) => `${counts[place] ?? 0} ${name}`).join(', ')}`;

/** The parts of a bar from the bottom up. */
const stacked = (counts: readonly number[], scale: number) =>
  counts.map((count, part) => {
    const height = count * scale;
    return { height, y: HEIGHT - height - sum(counts.slice(0, part)) * scale };
  });
