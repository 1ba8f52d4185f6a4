import { z } from 'zod';
import { CUSTOMER_STATUSES } from '../../../features/entities/customers/statuses';
import { Search } from '../../../kernel/params';
import { SIDES } from '../../../kernel/sides';
import { Cursor, counted, dollars, NextCursor, nextPage, pageIn, Rows, tool } from '../tool';

export const listInvoices = tool({
  name: 'list_invoices',
  title: 'Invoices',
  description:
    'Invoices that you issued or received, newest first, with what is due when and what is left to pay.',
  scope: 'mcp:read',
  permissions: ['read:invoices'],
  input: z.strictObject({
    status: z
      .enum(['open', 'settled', 'overdue'])
      .optional()
      .meta({ description: 'Only invoices in this status' }),
    partner: Search.optional().meta({ description: 'Part of the name of the other business' }),
    cursor: Cursor,
  }),
  output: z.looseObject({ invoices: Rows, next_cursor: NextCursor }),
  async run({ ctx: { actor }, caller }, { status, partner, cursor }, rows) {
    const { data, pagination } = await caller.invoices.list({
      ...{ cursor, limit: rows, overdue: status === 'overdue' ? true : undefined },
      status: status === 'overdue' ? undefined : status,
    });
    const wanted = partner?.trim().toLowerCase();
    const shown = data
      .map(({ seller, buyer, ...one }) => ({
        ...one,
        seller,
        buyer,
        partner: seller.id === actor.entity.id ? buyer : seller,
      }))
      .filter((one) => wanted === undefined || one.partner.name.toLowerCase().includes(wanted));
    return {
      sentence: `${counted(shown.length, 'invoice')} on this page.`,
      content: {
        invoices: shown.map((one) => ({
          ...{ id: one.id, number: one.number, order_id: one.order_id, order_number: one.order_number },
          side: one.seller.id === actor.entity.id ? 'selling' : 'buying',
          ...{ partner: one.partner, issued_on: one.issued_on, due_on: one.due_on, total: one.total },
          ...{ settled: one.settled, balance: one.balance, status: one.status, overdue: one.overdue },
        })),
        next_cursor: pagination.next_cursor,
      },
    };
  },
});

export const listCustomers = tool({
  name: 'list_customers',
  title: 'Customers',
  description: 'Businesses that buy from yours, with terms, balance and what is overdue.',
  scope: 'mcp:read',
  permissions: ['read:customers'],
  input: z.strictObject({
    search: Search.optional().meta({ description: 'Part of the name, nickname or license number' }),
    status: z.enum(CUSTOMER_STATUSES).optional().meta({ description: 'Only customers in this status' }),
    cursor: Cursor,
  }),
  output: z.looseObject({ customers: Rows, next_cursor: NextCursor }),
  async run({ caller }, { search, status, cursor }, rows) {
    const { data, pagination } = await caller.customers.list({ search, status, cursor, limit: rows });
    return {
      sentence: `${counted(data.length, 'customer')} on this page.`,
      content: {
        customers: data.map((one) => ({
          ...{ id: one.id, status: one.status, type: one.type, name: one.name, nickname: one.nickname },
          ...{ terms_days: one.terms_days, credit_limit: one.credit_limit, on_hold: one.on_hold },
          ...{ balance: one.balance, overdue: one.overdue, license_number: one.license_number },
        })),
        next_cursor: pagination.next_cursor,
      },
    };
  },
});

export const listReceivables = tool({
  name: 'list_receivables',
  title: 'Who owes what',
  description:
    'What customers owe you, or what you owe suppliers, by how long it is overdue; the most first.',
  scope: 'mcp:read',
  permissions: ['read:invoices'],
  input: z.strictObject({
    side: z
      .enum(SIDES)
      .default('selling')
      .meta({ description: '`selling`: what customers owe; `buying`: what you owe' }),
    search: Search.optional().meta({ description: 'Part of the name' }),
    overdue: z.boolean().optional().meta({ description: 'true for those with something overdue' }),
    cursor: Cursor,
  }),
  output: z.looseObject({ rows: Rows, next_cursor: NextCursor }),
  async run({ ctx: { actor }, caller }, { side: asked, cursor, ...filters }, rows) {
    const side = actor.entity.type === 'retailer' ? 'buying' : asked;
    const page = { page: pageIn(cursor), limit: rows };
    const { data, pagination, totals } = await caller.receivables.list({ side, ...filters, ...page });
    return {
      sentence: `${dollars(totals.balance)} in all, of ${counted(pagination.total, 'business', 'businesses')}.`,
      content: { side, rows: data, totals, next_cursor: nextPage(pagination) },
    };
  },
});
