import { ForgotPasswordPanel } from '@/components/auth/forgot-password-panel';

export const metadata = { title: 'Forgot password' };
/** Each answer carries a script nonce of its own. */
export const dynamic = 'force-dynamic';

export default function ForgotPasswordPage() {
  return <ForgotPasswordPanel />;
}
