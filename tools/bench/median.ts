/** The middle value; of an even number of values the lower of the two in the middle, so that it was measured. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

/** The median of what was measured, undefined where nothing was. */
export const medianOf = (values: readonly (number | undefined)[]): number | undefined => {
  const measured = values.filter((value) => value !== undefined);
  return measured.length === 0 ? undefined : median(measured);
};
