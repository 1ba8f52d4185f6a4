import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';

/** Loaded with the first act: no page carries it from the start. */
const load = () => import('@simplewebauthn/browser');

/** What the browser or the device did not do, as a sentence for the member. */
export class PasskeyError extends Error {}

/** The names of WebAuthn's exceptions. */
const SENTENCES: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was used. Try again, or use your password.',
  SecurityError: "Passkeys don't work at this address.",
};

const sentenceOf = (error: unknown) =>
  (error instanceof Error && SENTENCES[error.name]) || "This browser can't use passkeys here.";

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
    throw new PasskeyError(sentenceOf(error), { cause: error });
  }
}

/** Has the device make a passkey. @throws PasskeyError */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await load();
  try {
    return withoutExtensions(await startRegistration({ optionsJSON }));
  } catch (error) {
    throw new PasskeyError(sentenceOf(error), { cause: error });
  }
}
