import { ForgotPasswordPanel } from '@/components/business/auth/forgot-password-panel';
import { runtime } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Forgot password' };
/** Each response has its own script nonce. */
export const dynamic = 'force-dynamic';

export default function ForgotPasswordPage() {
  return <ForgotPasswordPanel isMailOff={runtime().isMailOff} />;
}
