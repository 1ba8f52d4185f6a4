import { type Changes, PAGE, STOCK, type Stale } from './stale';

/** What goods change that came from outside: a correction takes them again. */
const TAKEN = [
  ...(['goods.received', 'batch.created', 'batch.updated', 'product.updated'] as const),
  ...(['inventory.updated', 'inventory.low_stock'] as const),
];

/** What is out of date after a change of this wing. */
export const STOCK_STALE = {
  'inventory.updated': STOCK,
  'inventory.low_stock': STOCK,
  'inventory.sync.completed': [...STOCK, 'entity', PAGE],
  'transfer.completed': STOCK,
  'batch.created': [...STOCK, PAGE],
  'batch.updated': [...STOCK, PAGE],
  'batch.held': STOCK,
  'batch.released': STOCK,
  'batch.expiring': STOCK,
  'batch.recalled': [...STOCK, 'orders', 'recalls'],
  'recall.answered': [...STOCK, 'recalls'],
  'count.changed': ['inventory.counts'],
  'levels.wanted': STOCK,
  'goods.received': [...STOCK, 'goodsReceipts', 'goodsSuppliers'],
} satisfies Stale;

/** What operations on stock, batches, receipts of goods and recalls change. */
export const STOCK_CHANGES: Changes = {
  'batches.addCoa': ['batch.updated', 'product.updated'],
  'batches.hold': ['batch.held'],
  'batches.release': ['batch.released'],
  'batches.update': ['batch.updated'],
  'goodsReceipts.correct': TAKEN,
  'goodsReceipts.create': TAKEN,
  'inventory.adjust': ['inventory.updated', 'inventory.low_stock'],
  'inventory.bulkUpdate': ['inventory.updated', 'inventory.low_stock'],
  'inventory.counts.applyDifferences': ['count.changed', 'inventory.updated', 'inventory.low_stock'],
  'inventory.counts.create': ['count.changed'],
  // The sheet shows the response itself: a scanner records several a second.
  'inventory.counts.update': ['count.changed'],
  'inventory.pos.connect': ['connection.changed'],
  'inventory.pos.disconnect': ['connection.changed'],
  'inventory.pos.map': ['connection.changed'],
  'inventory.pos.test': [],
  'inventory.pos.unmap': ['connection.changed'],
  'inventory.pos.update': ['connection.changed'],
  'inventory.setLevelsWanted': ['levels.wanted'],
  'inventory.setPrice': ['price.set'],
  'inventory.sync.start': [
    ...(['inventory.sync.completed', 'batch.created', 'batch.updated'] as const),
    ...(['inventory.updated', 'inventory.low_stock'] as const),
  ],
  'inventory.transfer': ['transfer.completed', 'inventory.updated', 'inventory.low_stock'],
  'lots.create': ['batch.created', 'batch.updated', 'inventory.updated', 'inventory.low_stock'],
  'recalls.close': ['recall.answered'],
  'recalls.confirmDerived': ['batch.recalled', 'order.updated', 'inventory.low_stock'],
  'recalls.open': ['batch.recalled', 'order.updated', 'inventory.low_stock'],
  'recalls.remind': [],
  'recalls.respond': ['recall.answered', 'inventory.updated', 'inventory.low_stock'],
};
