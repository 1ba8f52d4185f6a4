import { redirect } from 'next/navigation';
import { SignUpPanel } from '@/components/business/sign-up/sign-up-panel';
import { findViewer, runtime } from '@/components/ui/pages/runtime';
import RootNotFound from '../not-found';

export const metadata = { title: 'Sign up' };
/** Each response has its own script nonce. */
export const dynamic = 'force-dynamic';

export default async function SignUpPage() {
  const { canSignUp, isMailOff, stateStatus } = runtime();
  if (!canSignUp) {
    stateStatus(404);
    return <RootNotFound />;
  }
  if (await findViewer()) redirect('/');
  return <SignUpPanel isMailOff={isMailOff} />;
}
