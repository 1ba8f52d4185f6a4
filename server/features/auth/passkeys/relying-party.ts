/** Where passkeys work: the host of PUBLIC_URL, and pages of its origin alone. */
export function relyingPartyOf(publicUrl: string): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}
