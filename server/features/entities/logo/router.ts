import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { Entity, NoInput } from '../schema';
import { removeLogo, setLogo } from './service';

export const logoRouter = router({
  set: endpoint({
    rest: 'PUT /api/v1/entity/logo',
    summary: 'Set the logo of your business',
    description:
      'A JPEG, PNG or WebP image of at most 10 MiB and 40 megapixels, in place of the logo before. It is stored as PNG of at ' +
      'most 600 × 200 pixels on white, without its metadata, and stands on the documents of orders that you sell.',
    permission: 'update:entity',
    body: 'logo',
    everywhere: 'A logo applies',
    input: NoInput,
    output: Entity,
  }).mutation(({ ctx }) => setLogo(ctx)),

  remove: endpoint({
    rest: 'DELETE /api/v1/entity/logo',
    summary: 'Remove the logo of your business',
    description: 'Responds with 404 without one.',
    permission: 'update:entity',
    everywhere: 'A logo applies',
    input: NoInput,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx }) => removeLogo(ctx)),
});
