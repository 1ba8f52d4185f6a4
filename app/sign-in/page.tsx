import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { SignInPanel } from '@/components/business/auth/sign-in-panel';
import { ownPath } from '../../components/business/auth/own-path';
import { findViewer, runtime } from '../../components/ui/pages/runtime';

export const metadata = { title: 'Sign in' };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const { next } = await searchParams;
  const path = ownPath(next);
  if (await findViewer()) redirect(path);
  // Signing out removes the cookie: one that is still there belongs to a session that ended by itself.
  const ended = (await cookies()).getAll().some(({ name }) => /^(__Host-)?tallyleaf-session/.test(name));
  const { canSignUp, demo } = runtime();
  return <SignInPanel next={path} ended={ended} canSignUp={canSignUp} demo={demo} />;
}
