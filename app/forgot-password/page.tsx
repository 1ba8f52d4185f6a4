import { runtime } from '@/app/runtime';
import { ForgotPasswordPanel } from '@/components/auth/forgot-password-panel';

export const metadata = { title: 'Forgot password' };
/** Each response has its own script nonce. */
export const dynamic = 'force-dynamic';

export default function ForgotPasswordPage() {
  return <ForgotPasswordPanel isMailOff={runtime().isMailOff} />;
}
