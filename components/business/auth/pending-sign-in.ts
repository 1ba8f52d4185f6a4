const KEY = 'tallyleaf.pending-sign-in';

/** A sign-in whose password was right and whose second factor is still to be shown. */
export interface PendingSignIn {
  tempToken: string;
  email: string;
}

/** Kept for this tab alone, so that a reload of the code's page goes on; the token is good for five minutes. */
export function keepPendingSignIn(pending: PendingSignIn): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending));
}

export function readPendingSignIn(): PendingSignIn | null {
  const kept = sessionStorage.getItem(KEY);
  return kept ? (JSON.parse(kept) as PendingSignIn) : null;
}

export function forgetPendingSignIn(): void {
  sessionStorage.removeItem(KEY);
}
