import { z } from 'zod';
import { Status } from '../../../features/menus/requests/schema';
import { Id } from '../../../kernel/params';
import { Cursor, counted, NextCursor, nextPage, pageIn, Rows, tool } from '../tool';

export const listGoodsReceipts = tool({
  name: 'list_goods_receipts',
  title: 'Goods from outside',
  description: 'Goods that came without an order on Tallyleaf, newest first.',
  scope: 'mcp:read',
  permissions: ['read:inventory'],
  input: z.strictObject({
    location_id: Id.optional().meta({ description: 'Only this location' }),
    cursor: Cursor,
  }),
  output: z.looseObject({ receipts: Rows, next_cursor: NextCursor }),
  async run({ caller }, { location_id, cursor }, rows) {
    const { data, pagination } = await caller.goodsReceipts.list({ location_id, cursor, limit: rows });
    return {
      sentence: `${counted(data.length, 'goods receipt')} on this page.`,
      content: {
        receipts: data.map((one) => ({
          ...{ id: one.id, number: one.number, kind: one.kind, location_id: one.location_id },
          ...{ supplier: one.supplier, reference: one.reference, received_on: one.received_on },
          ...{ cost_total: one.cost_total, line_count: one.lines.length, created_at: one.created_at },
        })),
        next_cursor: pagination.next_cursor,
      },
    };
  },
});

export const listMenus = tool({
  name: 'list_menus',
  title: 'Menus',
  description:
    'Menus that you share by a link, with how often they were opened and what waits. Never the links.',
  scope: 'mcp:read',
  permissions: ['read:menus'],
  input: z.strictObject({ cursor: Cursor }),
  output: z.looseObject({ menus: Rows, next_cursor: NextCursor }),
  async run({ caller }, { cursor }, rows) {
    const { data, pagination } = await caller.menus.list({ page: pageIn(cursor), limit: rows });
    return {
      sentence: `${counted(data.length, 'menu')} on this page.`,
      content: {
        menus: data.map((one) => ({
          ...{ id: one.id, name: one.name, status: one.status, customer_id: one.customer_id },
          ...{
            expires_on: one.expires_on,
            views_7_days: one.views_7_days,
            requests_waiting: one.requests_waiting,
          },
        })),
        next_cursor: nextPage({ ...pagination, total: pagination.total ?? 0 }),
      },
    };
  },
});

export const listRequests = tool({
  name: 'list_requests',
  title: 'Requests from menus',
  description: 'Orders that shops asked for by your menus, newest first.',
  scope: 'mcp:read',
  permissions: ['read:orders'],
  input: z.strictObject({ status: Status.optional(), cursor: Cursor }),
  output: z.looseObject({ requests: Rows, next_cursor: NextCursor }),
  async run({ caller }, { status, cursor }, rows) {
    const { data, pagination } = await caller.orderRequests.list({ status, cursor, limit: rows });
    return {
      sentence: `${counted(data.length, 'request')} on this page.`,
      content: {
        requests: data.map(({ contact: _, matches: __, business, ...one }) => ({
          ...one,
          business_name: business?.name ?? null,
        })),
        next_cursor: pagination.next_cursor,
      },
    };
  },
});
