/** Fetched with the first act: reading a page needs nothing of it. */
export const loadNextAuth = () => import('next-auth/react');

/**
 * Signs in without leaving the page, by `credentials`, by the second factor's code or by a passkey.
 * @returns undefined without a response from the server
 */
export async function signIn(provider: 'credentials' | 'mfa' | 'passkey', values: Record<string, string>) {
  try {
    const nextAuth = await loadNextAuth();
    return await nextAuth.signIn(provider, { ...values, redirect: false });
  } catch {
    return undefined;
  }
}

/**
 * Ends the browser's session and goes to another page.
 * @param forget removes what the device keeps, once the session has ended
 * @throws Error while the server can't be reached
 */
export async function signOut(callbackUrl: string, forget?: () => Promise<unknown>): Promise<void> {
  const nextAuth = await loadNextAuth();
  // A failing server responds without an address.
  const { url } = await nextAuth.signOut<false>({ callbackUrl, redirect: false });
  if (!url) throw new Error('The session goes on.');
  const { forgetRecent } = await import('@/components/ui/shell/palette-recent');
  forgetRecent();
  await forget?.().catch(() => {});
  window.location.assign(url);
}
