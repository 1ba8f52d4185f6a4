import { runtime } from '@/app/runtime';
import { ResetPasswordPanel } from '@/components/auth/reset-password-panel';

export const metadata = { title: 'New password', referrer: 'no-referrer' };

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <ResetPasswordPanel token={token} state={await runtime().resetLinkState(token)} />;
}
