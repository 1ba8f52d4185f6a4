/** True when a change took the available quantity from the threshold or above to below it (decisions 40 and 63). */
export function crossedThreshold(
  availableNow: number,
  change: { delta: number; reservedDelta: number },
  threshold: number,
): boolean {
  const availableBefore = availableNow - change.delta + change.reservedDelta;
  return availableBefore >= threshold && availableNow < threshold;
}
