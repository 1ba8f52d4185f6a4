import type { Changes } from './stale';

/** What operations on products, price lists, listings and offers change. */
export const CATALOG_CHANGES: Changes = {
  'listings.delete': ['listing.changed'],
  'listings.put': ['listing.changed'],
  'offers.create': ['offer.changed'],
  'offers.delete': ['offer.changed'],
  'offers.update': ['offer.changed'],
  'priceLists.create': ['price-list.changed'],
  'priceLists.delete': ['price-list.deleted'],
  'priceLists.items': [],
  'priceLists.setRules': ['price-list.changed'],
  'priceLists.update': ['price-list.changed'],
  'products.addVariant': ['product.updated'],
  'products.coa.add': ['batch.created', 'batch.updated', 'product.updated'],
  'products.coa.withdraw': ['batch.updated', 'product.updated'],
  'products.create': ['product.created'],
  'products.update': ['product.updated'],
  'products.updateVariant': ['product.updated'],
};
