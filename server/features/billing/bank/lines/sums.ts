/** Invoices of one payment that a text doesn't name. */
const [FEWEST, MOST] = [2, 5];

/**
 * The only 2 to 5 of some amounts that add up to another; null where there are none, or several.
 * @param amounts in cents, each above 0; at most 40
 * @returns their places, ascending
 */
export function onlySum(amounts: readonly number[], wanted: number): number[] | null {
  const places = new Map<number, number[]>();
  for (const [at, amount] of amounts.entries()) places.set(amount, [...(places.get(amount) ?? []), at]);
  const found: number[][] = [];
  const chosen: number[] = [];
  const search = (from: number, left: number): void => {
    if (found.length > 1 || left <= 0) return;
    // The last one is looked up.
    if (chosen.length >= FEWEST - 1) {
      for (const at of places.get(left) ?? []) if (at >= from) found.push([...chosen, at]);
    }
    if (chosen.length >= MOST - 1) return;
    for (let at = from; at < amounts.length && found.length < 2; at++) {
      chosen.push(at);
      search(at + 1, left - (amounts[at] as number));
      chosen.pop();
    }
  };
  search(0, wanted);
  return found.length === 1 ? (found[0] as number[]) : null;
}
