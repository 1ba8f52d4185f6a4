import type { Kind, Migration } from './types';

export const SYSTEM: Record<Migration['system'], string> = {
  leaflink: 'LeafLink',
  distru: 'Distru',
  apex: 'Apex Trading',
  quickbooks: 'QuickBooks',
};
export const KIND: Record<Kind, string> = {
  customers: 'Customers',
  products: 'Products',
  batches: 'Batches',
  price_lists: 'Price lists',
  inventory: 'Inventory',
  orders: 'Open orders',
  opening_balances: 'Opening balances',
};
export const STATUS: Record<Migration['status'], string> = {
  draft: 'Not read yet',
  reading: 'Reading',
  ready: 'Ready to apply',
  applying: 'Applying',
  completed: 'Completed',
  failed: 'Failed',
};
