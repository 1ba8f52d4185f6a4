import { z } from 'zod';
import { CalendarDate } from '../../../kernel/params';
import { counted, dollars, Rows, tool } from '../tool';

/** Days of the totals of a period at most. */
const MAX_DAYS = 366;

export const getBusiness = tool({
  name: 'get_business',
  title: 'Your business',
  description: 'Who you act for: the business, its locations, and what you may read and change.',
  scope: 'mcp:read',
  permissions: ['read:entity'],
  input: z.strictObject({}),
  output: z.looseObject({ role: z.string(), permissions: z.array(z.string()), locations: Rows }),
  async run({ ctx: { actor }, caller }) {
    const may = actor.permissions.includes('read:locations');
    const { data } = may ? await caller.entity.locations.list({ limit: 500 }) : { data: [] };
    const seen = data.filter(({ id }) => actor.locationIds === null || actor.locationIds.includes(id));
    const { id, name, type, timezone } = actor.entity;
    return {
      sentence: `You act for a ${type} with ${counted(seen.length, 'location')} that you see.`,
      content: {
        business: { id, name, type, timezone },
        role: actor.role,
        permissions: actor.permissions,
        locations: seen.map((one) => ({
          ...{ id: one.id, name: one.name, license_number: one.license_number, active: one.active },
          state: one.address.state,
        })),
      },
    };
  },
});

export const getTotals = tool({
  name: 'get_totals',
  title: 'Sales, purchases and stock value',
  description:
    'Sums of what was sold and bought in a period of up to 366 days, by product, customer or another group, and what the stock is worth now. In US dollars, before tax.',
  scope: 'mcp:read',
  permissions: ['read:orders'],
  input: z.strictObject({
    start_date: CalendarDate.meta({ description: 'First day' }),
    end_date: CalendarDate.meta({ description: `Last day; at most ${MAX_DAYS} days` }),
    by: z
      .enum(['product', 'variant', 'brand', 'category', 'customer', 'representative', 'supplier'])
      .default('product')
      .meta({ description: 'What a row is' }),
  }),
  output: z.looseObject({ start_date: z.string(), end_date: z.string(), by: z.string() }),
  async run({ ctx: { actor }, caller }, { start_date, end_date, by }, rows) {
    const range = { range: 'custom', start_date, end_date, limit: rows } as const;
    const sides = sidesOf(actor.entity.type).filter((side) => isAbout(by, side));
    const [reports, stock] = await Promise.all([
      Promise.all(sides.map((side) => caller.reports.sales({ ...range, by, side }))),
      actor.permissions.includes('read:inventory') ? caller.reports.stock({ days: 30 }) : null,
    ]);
    const groups = reports.map(({ side, totals, data, pagination }) => ({
      ...{ side, units: totals.units, value: totals.value, row_count: pagination.total },
      rows: data.map(({ id, name, sku, units, value }) => ({ id, name, sku, units, value })),
    }));
    const said = groups.map(
      ({ side, value }) => `${side === 'selling' ? 'sold' : 'bought'} ${dollars(value)}`,
    );
    return {
      sentence: `From ${start_date} to ${end_date}: ${said.join(', ') || 'nothing of this group'}.`,
      content: {
        ...{ start_date, end_date, by, currency: 'USD', totals: groups },
        stock_value: stock?.total.value ?? null,
      },
    };
  },
});

const sidesOf = (type: string) =>
  (['selling', 'buying'] as const).filter((side) =>
    side === 'selling' ? type !== 'retailer' : type !== 'cultivator',
  );
/** Customers and representatives are of what was sold, suppliers of what was bought. */
const isAbout = (by: string, side: 'selling' | 'buying') =>
  side === 'selling' ? by !== 'supplier' : by !== 'customer' && by !== 'representative';
