/** A shorter name has too many neighbors. */
const LEAST_LENGTH = 8;
const MOST_EDITS = 2;

/**
 * Names of variables that are not ours and within two edits of one that is: `WEBHOOK_ALLOW_LOOPBAK`.
 * @returns each with the name that may have been meant
 */
export function misspelledIn(
  given: readonly string[],
  ours: readonly string[],
): Array<{ name: string; meant: string }> {
  const known = new Set(ours);
  return given
    .filter((name) => name.length >= LEAST_LENGTH && !known.has(name))
    .flatMap((name) => {
      const meant = ours.find((one) => editsBetween(name, one) <= MOST_EDITS);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** Letters that are added, removed or replaced between two names (Levenshtein); more than two are not told apart. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_EDITS) return MOST_EDITS + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
