import { publicEndpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { TokenSet } from '../../auth/schema';
import { tokenSet } from '../../auth/service';
import { Setup } from './schema';
import { setUp } from './service';

export const setupRouter = router({
  complete: publicEndpoint({
    rest: 'POST /auth/setup',
    summary: 'Create the first business and its owner',
    description:
      'Takes the one-time token of the link that an empty server prints at startup. Creates the business, its first ' +
      'location and its owner, and signs the owner in.',
    input: Setup,
    output: TokenSet,
    errors: ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'email_in_use', 'owner_exists'],
  }).mutation(async ({ ctx, input }) => tokenSet(ctx.signer, await setUp(ctx, input))),
});
