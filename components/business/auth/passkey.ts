import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { errorText } from '@/components/ui/forms/error-text';
import { failureOf } from '@/components/ui/forms/failure';

/** Loaded with the first act: no page carries it from the start. */
const load = () => import('@simplewebauthn/browser');

/** What the browser or the device did not do, as a sentence for the member. */
export class PasskeyError extends Error {}

export const UNKNOWN_PASSKEY = "This passkey isn't known here. Use another one, or your password.";

/** What a failed act with a passkey says to the member. */
export function passkeyErrorText(error: unknown): string {
  if (error instanceof PasskeyError) return error.message;
  return failureOf(error)?.code === 'INVALID_CREDENTIALS' ? UNKNOWN_PASSKEY : errorText(error);
}

/** The names of WebAuthn's exceptions. */
const SENTENCES: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: "Passkeys don't work at this address.",
};

/** @param dismissed what to say when the member closed the browser's question, or let it time out */
function failedWith(error: unknown, dismissed: string): PasskeyError {
  const name = error instanceof Error ? error.name : '';
  const sentence = name === 'NotAllowedError' ? dismissed : SENTENCES[name];
  return new PasskeyError(sentence ?? "This browser can't use passkeys here.", { cause: error });
}

/** What extensions say about a device stays in the browser. */
function withoutExtensions<T extends { clientExtensionResults: object }>({
  clientExtensionResults: _,
  ...response
}: T) {
  return response;
}

/**
 * Asks for a signature of a passkey, which any page of ours may use once.
 * @throws PasskeyError, or the error of a call
 */
export async function signWithPasskey() {
  const [{ startAuthentication }, { publicCall }] = await Promise.all([load(), import('./public-call')]);
  const optionsJSON = await publicCall.auth.passkeys.signInOptions.mutate({});
  try {
    return withoutExtensions(await startAuthentication({ optionsJSON }));
  } catch (error) {
    throw failedWith(error, 'No passkey was used. Try again, or use your password.');
  }
}

/** Has the device make a passkey. @throws PasskeyError */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await load();
  try {
    return withoutExtensions(await startRegistration({ optionsJSON }));
  } catch (error) {
    throw failedWith(error, 'No passkey was added. Try again.');
  }
}
