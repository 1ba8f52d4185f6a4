/** Round values from 0 to at least `most`, for an axis. */
export function ticksTo(most: number, count = 4): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const steps = Math.ceil(most / step - 1e-9);
  // Multiplied, not added up: 0.1 + 0.2 is not 0.3.
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Indexes of at most `most` labels, evenly spread, that end with the last of `length`. */
export function labelIndexes(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / most));
  const indexes: number[] = [];
  for (let index = length - 1; index >= 0; index -= step) indexes.unshift(index);
  return indexes;
}
