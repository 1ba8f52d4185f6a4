import { signInErrorText, signInFailure } from '@/components/ui/forms/error-text';
import { signIn } from './browser-session';
import { passkeyErrorText, signWithPasskey, UNKNOWN_PASSKEY } from './passkey';

/** Signs in with a passkey. @returns undefined once signed in; what went wrong otherwise */
export async function signInWithPasskey(): Promise<string | undefined> {
  try {
    const assertion = await signWithPasskey();
    const response = await signIn('passkey', { assertion: JSON.stringify(assertion) });
    if (response?.ok) return undefined;
    const failure = signInFailure(response?.error);
    return failure.code === 'INVALID_CREDENTIALS' ? UNKNOWN_PASSKEY : signInErrorText(failure);
  } catch (error) {
    return passkeyErrorText(error);
  }
}
