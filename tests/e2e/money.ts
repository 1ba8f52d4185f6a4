import type { APIRequestContext } from '@playwright/test';
import { openDatabase } from '../../server/platform/db/client';
import { DEMO, restOf } from './support';

type WithId = { id: string };

/** Names of all accounts of the books. */
export const BOOK_ACCOUNTS = {
  ...{
    receivable: 'Accounts Receivable',
    income: { default: 'Sales' },
    tax: { default: 'Sales Tax Payable' },
  },
  ...{ freight: 'Shipping Income', discount: 'Discounts', credits: 'Returns' },
  deposits: Object.fromEntries(
    ['cash', 'check', 'ach', 'wire', 'card', 'other'].map((method) => [method, 'Undeposited Funds']),
  ),
};

/** An order of new goods that the demo's wholesaler ships to its retailer, with its invoice: 10 units of $20.00. */
export async function shipOrder(
  request: APIRequestContext,
): Promise<{ order: string; invoice: string; number: string; customer: string; product: string }> {
  const [seller, buyer] = [await restOf(request, DEMO.wholesaler), await restOf(request, DEMO.retailer)];
  const { id: customer } = await buyer<WithId>('GET', '/entity');
  const sku = `INVOICED-${Date.now()}`;
  const product = sku.replace('-', ' ');
  await seller('POST', '/products', {
    ...{ name: product, category: 'accessories' },
    variants: [{ name: 'Each', sku, price: 40, wholesale_price: 20 }],
  });
  const stock = await seller<{ data: WithId[] }>('GET', `/inventory?sku=${sku}`);
  await seller('PATCH', `/inventory/${stock.data[0]?.id}`, { quantity_change: 50, reason_code: 'AUDIT' });
  const items = [{ sku, quantity: 10 }];
  const { id: order } = await seller<WithId>('POST', '/orders', { retailer_id: customer, items });
  for (const status of ['preparing', 'shipped']) await seller('PATCH', `/orders/${order}/status`, { status });
  const { invoice } = await seller<{ invoice: WithId & { number: string } }>('GET', `/orders/${order}`);
  return { order, invoice: invoice.id, number: invoice.number, customer, product };
}

/** Moves an invoice into the past, as if its order had shipped then. @returns today by the seller's calendar, as YYYY-MM-DD */
export async function moveInvoice(databaseUrl: string, id: string, days: number): Promise<string> {
  const { sql, close } = openDatabase({ url: databaseUrl, pool: 1 });
  try {
    await sql`update allocations set invoice_issued_on = invoice_issued_on - ${days}::int,
      invoice_due_on = invoice_due_on - ${days}::int where invoice_id = ${id}`;
    const [moved] = await sql<{ today: string }[]>`update invoices i
      set issued_on = i.issued_on - ${days}::int, due_on = i.due_on - ${days}::int from entities e
      where i.id = ${id} and e.id = i.seller_id
      returning (now() at time zone e.timezone)::date::text as today`;
    return moved?.today ?? '';
  } finally {
    await close();
  }
}
