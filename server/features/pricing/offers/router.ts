import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowOf } from '../../../operation/objects';
import { getOffer, ListOffers, listOffers } from './queries';
import { Offer, OfferList } from './resource';
import { MAX_BREAKS, MAX_BUYERS, MAX_ITEMS, MAX_OFFERS, NewOffer, OfferId, UpdateOffer } from './schema';
import { createOffer, deleteOffer, updateOffer } from './service';
import { offers } from './tables';

const LIMITS = `409 above ${MAX_ITEMS} items, ${MAX_BUYERS.toLocaleString('en-US')} buyers or ${MAX_BREAKS} prices of a variant.`;

export const offersRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/offers',
    summary: 'List offers',
    description:
      'Those that your business makes, oldest first by default. Buyers never see them, only their prices and goods.',
    permission: 'read:prices',
    input: ListOffers,
    output: OfferList,
  }).query(({ ctx, input }) => listOffers(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/offers/{id}',
    summary: 'Get an offer',
    description: 'One of your own.',
    permission: 'read:prices',
    input: OfferId,
    output: Offer,
    object: rowOf(offers.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getOffer(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/offers',
    summary: 'Start an offer',
    description:
      'While it runs, its buyers get its prices where they are lower, see its products with the visibility `offered`, and may order ' +
      `from the rooms that it opens. 409 above ${MAX_OFFERS} offers. ${LIMITS}`,
    permission: 'update:prices',
    everywhere: 'An offer applies',
    input: NewOffer,
    output: Offer,
    status: 201,
    location: '/api/v1/offers/{id}',
    errors: ['NOT_FOUND', 'too_many'],
  }).mutation(({ ctx, input }) => createOffer(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/offers/{id}',
    summary: 'Update an offer',
    description: `\`buyers\` and \`items\` carry all of them. An \`ends_at\` of now ends it. Orders keep the prices that they have. ${LIMITS}`,
    permission: 'update:prices',
    everywhere: 'An offer applies',
    input: UpdateOffer,
    output: Offer,
    errors: ['NOT_FOUND', 'too_many'],
  }).mutation(({ ctx, input }) => updateOffer(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/offers/{id}',
    summary: 'Delete an offer',
    description: 'Ends it at once. Orders keep the prices that they have.',
    permission: 'update:prices',
    everywhere: 'An offer applies',
    input: OfferId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => deleteOffer(ctx, input.id)),
});
