import type { SignInFailure } from '@/components/ui/forms/error-text';

/** A sign-in that the server rejected, for the form around it. */
export class SignInError extends Error {
  constructor(readonly failure: SignInFailure) {
    super(failure.code ?? 'No response');
  }
}
