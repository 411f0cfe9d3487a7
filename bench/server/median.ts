/** Of an odd number of figures the one in the middle. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN;
