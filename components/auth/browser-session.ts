/** Fetched with the first act: reading a page needs nothing of it. */
export const loadNextAuth = () => import('next-auth/react');

/**
 * Signs in without leaving the page, by `credentials` or by the second factor's code.
 * @returns undefined without a response from the server
 */
export async function signIn(provider: 'credentials' | 'mfa', values: Record<string, string>) {
  try {
    const nextAuth = await loadNextAuth();
    return await nextAuth.signIn(provider, { ...values, redirect: false });
  } catch {
    return undefined;
  }
}

/** Ends the browser's session and goes to another page. */
export async function signOut(callbackUrl: string): Promise<void> {
  const nextAuth = await loadNextAuth();
  await nextAuth.signOut({ callbackUrl });
}
