import { errorText, signInErrorText, signInFailure } from '@/components/forms/error-text';
import { signIn } from './browser-session';
import { PasskeyError, signWithPasskey } from './passkey';

/** Signs in with a passkey. @returns undefined once signed in; what went wrong otherwise */
export async function signInWithPasskey(): Promise<string | undefined> {
  try {
    const assertion = await signWithPasskey();
    const response = await signIn('passkey', { assertion: JSON.stringify(assertion) });
    if (response?.ok) return undefined;
    const failure = signInFailure(response?.error);
    if (failure.code !== 'INVALID_CREDENTIALS') return signInErrorText(failure);
    return "This passkey isn't known here. Use another one, or your password.";
  } catch (error) {
    return error instanceof PasskeyError ? error.message : errorText(error);
  }
}
