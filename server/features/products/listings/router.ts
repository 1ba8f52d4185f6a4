import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { rowWhere } from '../../../operation/objects';
import { listings } from '../tables';
import { ListListings, listListings, readListing } from './queries';
import { Listing, ListingList } from './resource';
import { ListingId, PutListing } from './schema';
import { deleteListing, putListing } from './service';

export const listingsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/listings',
    summary: 'List the goods of others that you sell on',
    description:
      'For wholesalers and cultivators, oldest first by default. The owner of the product sees nothing of them.',
    permission: 'read:products',
    input: ListListings,
    output: ListingList,
    errors: ['not_a_seller'],
  }).query(({ ctx, input }) => listListings(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/listings/{variant_id}',
    summary: 'Get a listing',
    description: 'How you sell on a variant of another business. 404 for a variant that you don’t list.',
    permission: 'read:products',
    input: ListingId,
    output: Listing,
    object: rowWhere(
      listings,
      (input, actor) =>
        and(eq(listings.variantId, input.variant_id as string), eq(listings.sellerId, actor.entity.id)),
      { isMade: true },
    ),
    errors: ['NOT_FOUND', 'not_a_seller'],
  }).query(({ ctx, input }) => readListing(ctx, input.variant_id)),

  put: endpoint({
    rest: 'PUT /api/v1/listings/{variant_id}',
    summary: 'Sell on a variant of another business',
    description:
      "A variant that your business has or had in stock becomes orderable from you under your SKU and price, whatever its owner's own prices are. " +
      'Replaces an earlier listing of the variant. 409 for your own products, and above 10,000 listings.',
    permission: 'update:products',
    everywhere: 'A listing applies',
    input: PutListing,
    output: Listing,
    errors: ['NOT_FOUND', 'not_a_seller', 'own_product', 'sku_taken', 'too_many'],
  }).mutation(({ ctx, input }) => putListing(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/listings/{variant_id}',
    summary: 'Stop selling on a variant',
    description: 'Open orders of it go on.',
    permission: 'update:products',
    everywhere: 'A listing applies',
    input: ListingId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'not_a_seller'],
  }).mutation(({ ctx, input }) => deleteListing(ctx, input.variant_id)),
});
