'use client';
import type { CatalogQuery, Offer } from '@/components/orders/types';
import { trpc } from '@/components/providers/trpc';
import type { SupplierCart } from './cart';

/** Ids in one request: more would not fit into its address. */
const CHUNK = 80;

function queriesOf({ supplier, lines }: SupplierCart): CatalogQuery[] {
  // In a fixed order, so that the same lines are the same query whatever order they were put in.
  const ids = lines.map((line) => line.variant_id).sort();
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) => ({
    id: supplier.id,
    variant_ids: ids.slice(index * CHUNK, (index + 1) * CHUNK).join(','),
    limit: CHUNK,
  }));
}

const byVariant = (offers: readonly Offer[]) => new Map(offers.map((offer) => [offer.variant_id, offer]));

/** What the supplier says now of the lines in the cart, asked again every 15 s and by `reread`. */
export function useOffers(cart: SupplierCart) {
  const utils = trpc.useUtils();
  const queries = queriesOf(cart);
  const responses = trpc.useQueries((t) =>
    queries.map((query) => t.market.catalogue(query, { refetchInterval: 15_000 })),
  );
  const known = responses.flatMap((response) => response.data?.data ?? []);
  return {
    /** Null until every line has been asked about. */
    offers: responses.every((response) => response.data) ? byVariant(known) : null,
    error: responses.find((response) => response.error)?.error ?? null,
    async reread(): Promise<ReadonlyMap<string, Offer>> {
      const pages = await Promise.all(
        queries.map((query) => utils.market.catalogue.fetch(query, { staleTime: 0 })),
      );
      return byVariant(pages.flatMap((page) => page.data));
    },
  };
}
