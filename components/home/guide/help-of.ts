import type { GuidePage } from './pages';

/** The page of the guide that helps with a page of the dashboard: the longest beginning of its path counts. */
const HELP: Readonly<Record<string, GuidePage>> = {
  '/': 'start',
  '/orders': 'orders',
  '/orders/new': 'order-by-phone',
  '/purchases': 'receive',
  '/drafts': 'quotes-and-backorders',
  '/backorders': 'quotes-and-backorders',
  '/market': 'buy',
  '/cart': 'buy',
  '/reorder': 'buy',
  '/bank': 'get-paid',
  '/bills': 'buy',
  '/pay-runs': 'pay',
  '/suppliers': 'buy',
  '/inventory': 'transfer',
  '/inventory/count': 'count',
  '/inventory/import': 'import',
  '/inventory/levels/import': 'import',
  '/inventory/receipts/import': 'import',
  '/inventory/package': 'goods',
  '/inventory/receipts': 'goods',
  '/inventory/syncs': 'pos',
  '/compliance': 'metrc',
  '/batches': 'batches',
  '/recalls': 'recall',
  '/products': 'batches',
  '/products/import': 'import',
  '/customers': 'customers',
  '/customers/import': 'import',
  '/invoices/import': 'import',
  '/price-lists': 'prices',
  '/offers': 'offers',
  '/menus': 'menus',
  '/order-requests': 'menus',
  '/claims': 'customers',
  '/invoices': 'get-paid',
  '/payments': 'get-paid',
  '/receivables': 'get-paid',
  '/offline': 'count',
  '/suspended': 'start',
  '/second-factor': 'sign-in',
  '/oauth': 'sign-in',
  '/reports': 'reports',
  '/reports/margins': 'reports',
  '/settings': 'start',
  '/settings/team': 'team',
  '/settings/profile': 'team',
  '/settings/security': 'sign-in',
  '/settings/notifications': 'team',
  '/settings/audit': 'team',
  '/settings/danger': 'team',
  '/settings/sales': 'orders',
  '/settings/invoices': 'get-paid',
  '/settings/taxes': 'taxes',
  '/settings/books': 'books',
  '/settings/fleet': 'orders',
  '/settings/inventory': 'thresholds',
  '/settings/pos': 'pos',
  '/settings/integrations': 'moving-in',
  '/settings/moving-in': 'moving-in',
  '/settings/api': 'webhooks',
};

/** Finds the address of the guide's page for a path; null for one outside of the dashboard. */
export function helpOf(path: string): `/help/${GuidePage}` | null {
  for (let part = path; part !== ''; part = part.slice(0, part.lastIndexOf('/'))) {
    const page = HELP[part];
    if (page) return `/help/${page}`;
  }
  return null;
}
