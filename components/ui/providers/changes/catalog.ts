import { type Changes, PAGE, STOCK, type Stale } from './stale';

/** What is out of date after a change of this wing. */
export const CATALOG_STALE = {
  'product.created': [...STOCK, PAGE],
  'product.updated': [...STOCK, PAGE],
  'product.deleted': [...STOCK, PAGE],
  'offer.changed': ['market', 'offers'],
  'price-list.changed': ['priceLists', PAGE],
  // The page of the list is being left: fetching it again would fail with 404.
  'price-list.deleted': ['priceLists.list'],
  'price.set': STOCK,
  'listing.changed': ['listings', 'market', 'products'],
  'menu.changed': ['menus'],
  // The page of the menu is being left.
  'menu.deleted': ['menus.list'],
  'order_request.received': ['menus', 'orderRequests', 'overview'],
  'order_request.accepted': ['menus', 'orderRequests', 'overview'],
  'order_request.declined': ['menus', 'orderRequests', 'overview'],
} satisfies Stale;

/** What operations on products, price lists, listings, offers and menus change. */
export const CATALOG_CHANGES: Changes = {
  'menus.create': ['menu.changed'],
  'menus.delete': ['menu.deleted'],
  'menus.endLink': ['menu.changed'],
  'menus.rotate': ['menu.changed'],
  'menus.send': ['menu.changed'],
  'menus.update': ['menu.changed'],
  'orderRequests.accept': [
    ...(['order_request.accepted', 'backorder.opened', 'customer.created', 'customer.updated'] as const),
    ...(['order.created', 'order.updated', 'inventory.low_stock'] as const),
  ],
  'orderRequests.decline': ['order_request.declined'],
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
