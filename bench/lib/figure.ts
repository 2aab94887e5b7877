/** The median of several values, and their quartiles. */
export type Figure = { readonly median: number; readonly low: number; readonly high: number };

export function figureOf(values: readonly number[]): Figure {
  const sorted = values.filter(Number.isFinite).toSorted((one, other) => one - other);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** Interpolates between two values of a sorted list; NaN for an empty one. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}
