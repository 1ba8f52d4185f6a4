// Other features import this file.
/** A quotient of numbers that aren't negative, rounded half up. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor);

/**
 * Spreads a sum over claims by largest remainder, so that the shares add up to it exactly: ties go to the earlier claim (decision 600).
 * @param sum at most the sum of the claims
 * @returns a share for each claim, none beyond its claim
 */
export function spread(sum: bigint, claims: readonly bigint[]): bigint[] {
  if (sum === 0n) return claims.map(() => 0n);
  const all = claims.reduce((total, claim) => total + claim, 0n);
  if (all === 0n) return claims.map(() => 0n);
  const shares = claims.map((claim) => (sum * claim) / all);
  const left = Number(sum - shares.reduce((total, share) => total + share, 0n));
  const remainders = claims.map((claim, n) => ({ n, remainder: (sum * claim) % all }));
  remainders.sort((a, b) => (a.remainder === b.remainder ? a.n - b.n : a.remainder < b.remainder ? 1 : -1));
  for (const { n } of remainders.slice(0, left)) shares[n] = (shares[n] ?? 0n) + 1n;
  return shares;
}
