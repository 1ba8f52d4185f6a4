import { publicEndpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { TokenSet } from '../../auth/schema';
import { tokenSet } from '../../auth/service';
import { CompleteSignUp, SignUp, SignUpTaken } from './schema';
import { completeSignUp, requestSignUp } from './service';

export const signUpRouter = router({
  request: publicEndpoint({
    rest: 'POST /auth/sign-up',
    summary: 'Sign up with a new business',
    description:
      'Emails a link that is valid for 24 hours. The response is the same whether or not the email or the license is known. ' +
      'Responds with 404 where signing up is off.',
    input: SignUp,
    output: SignUpTaken,
    status: 202,
    errors: ['NOT_FOUND'],
  }).mutation(async ({ ctx, input }) => {
    await requestSignUp(ctx, input);
    return {};
  }),

  complete: publicEndpoint({
    rest: 'POST /auth/sign-up/complete',
    summary: 'Finish signing up with the token from the email',
    description:
      'Creates the business, its first location and its owner with this password, and signs the owner in. Each token works once.',
    input: CompleteSignUp,
    output: TokenSet,
    errors: ['NOT_FOUND', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'email_in_use'],
  }).mutation(async ({ ctx, input }) => tokenSet(ctx.signer, await completeSignUp(ctx, input))),
});
