'use client';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { SELLERS } from '@/server/kernel/permissions';
import { STOCK_ROWS, stockInput } from './stock-input';
import type { Product, Resale, Variant } from './types';

/** More than the variants of a product. */
const MOST_LISTINGS = 200;

/**
 * How the reader sells on the variants of another's product: those that it lists, and those that it has or had in stock.
 * Null for its own product, for retailers, and for a product that it never had.
 */
export function useResale(product: Product): ((variant: Variant) => Resale | null) | null {
  const { entity } = useViewer();
  const enabled = product.entity.id !== entity.id && SELLERS.includes(entity.type);
  const listings = trpc.listings.list.useQuery({ product_id: product.id, limit: MOST_LISTINGS }, { enabled });
  const stock = trpc.inventory.list.useQuery(stockInput(product.id), { enabled });
  if (!enabled || !listings.data || !stock.data) return null;
  const listed = new Map(listings.data.data.map((one) => [one.variant_id, one]));
  const { data: rows, pagination } = stock.data;
  if (rows.length === 0 && listed.size === 0) return null;
  const held = new Set(rows.map(({ variant_id }) => variant_id));
  // With more rows than were read, the server says which variant the business never had.
  const isUnknown = (pagination.total ?? 0) > STOCK_ROWS;
  return (variant) => {
    const listing = listed.get(variant.id) ?? null;
    if (!listing && !held.has(variant.id) && !isUnknown) return null;
    const { id, sku, wholesale_price, unit, step } = variant;
    const label = `${product.name} ${variant.name}`;
    return { variant: { id, label, sku, wholesale_price, unit, step }, listing };
  };
}
