/** The viewer's time zone, in which times are shown and typed. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(:\d\d)?)$/;

/**
 * The instant that somebody typed, in their own zone: a day, or a day with a time. The end of a range that is a day takes the day in. What
 * is neither stays as it is, for the API to judge.
 */
export const instantOf = (typed: string, end: 'from' | 'to'): string => {
  const [, day, time] = TIME.exec(typed) ?? [];
  const moment = DAY.test(typed) ? startOfDay(typed, end === 'to' ? 1 : 0) : new Date(`${day}T${time}`);
  return Number.isNaN(moment.getTime()) ? typed : moment.toISOString();
};

const startOfDay = (day: string, daysLater: number): Date => {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start;
};

/** An instant as it would be typed; anything else as it is. */
export const typedOf = (instant: string): string => {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(instant)) return instant;
  const moment = new Date(instant);
  if (Number.isNaN(moment.getTime())) return instant;
  // The only locale that writes dates so; it has no meaning here.
  return moment.toLocaleString('sv-SE').replace(/:00$/, '');
};

/** A day and time as short as it can be understood. */
export const timeIn = (instant: string | undefined): string =>
  instant === undefined ? '' : short.format(new Date(instant));

const short = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** A range of time by a name. */
export interface Preset {
  readonly name: 'lastHour' | 'lastDay' | 'today' | 'yesterday' | 'lastWeek';
  readonly from: string;
  readonly to: string | undefined;
}

const HOUR_MS = 3_600_000;

/** The ranges that people ask for most; days are those of the viewer's zone. */
export const presetsAt = (now: Date): readonly Preset[] => {
  const dayAt = (days: number): string => {
    const day = new Date(now);
    day.setHours(0, 0, 0, 0);
    day.setDate(day.getDate() + days);
    return day.toISOString();
  };
  return [
    { name: 'lastHour', from: new Date(now.getTime() - HOUR_MS).toISOString(), to: undefined },
    { name: 'lastDay', from: new Date(now.getTime() - 24 * HOUR_MS).toISOString(), to: undefined },
    { name: 'today', from: dayAt(0), to: undefined },
    { name: 'yesterday', from: dayAt(-1), to: dayAt(0) },
    { name: 'lastWeek', from: dayAt(-6), to: undefined },
  ];
};
