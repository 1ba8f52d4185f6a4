import { ResetPasswordPanel } from '@/components/business/auth/reset-password-panel';
import { runtime } from '@/components/ui/pages/runtime';

export const metadata = { title: 'New password', referrer: 'no-referrer' };

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <ResetPasswordPanel token={token} state={await runtime().resetLinkState(token)} />;
}
