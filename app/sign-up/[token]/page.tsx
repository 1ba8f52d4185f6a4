import { FinishSignUpPanel } from '@/components/business/sign-up/finish-panel';
import { runtime } from '@/components/ui/pages/runtime';
import RootNotFound from '../../not-found';

export const metadata = { title: 'Finish signing up', referrer: 'no-referrer' };

export default async function FinishSignUpPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { canSignUp, readSignUpLink, stateStatus } = runtime();
  if (!canSignUp) {
    stateStatus(404);
    return <RootNotFound />;
  }
  const { state, email } = await readSignUpLink(token);
  return <FinishSignUpPanel token={token} state={state} email={email ?? ''} />;
}
