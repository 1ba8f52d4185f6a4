import { z } from 'zod';
import { AppError, invalidRequest } from '../../../kernel/errors';
import { Price, text } from '../../../kernel/params';
import type { Call, PlannedCall } from '../call';
import { counted } from '../tool';
import { given } from './orders';
import { type Change, planner } from './plan';

const MAX_LINES = 100;
interface Line {
  sku: string;
  price?: number | undefined;
  wholesale_price?: number | undefined;
}

export const planPrices = planner({
  name: 'plan_prices',
  title: 'Plan prices',
  description:
    'What new prices would be: `price` and `wholesale_price` of your own goods, or your retail price of goods of suppliers. In US dollars. `run_plan` sets them.',
  permissions: ['update:products', 'update:inventory'],
  input: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          sku: text(100).meta({ description: 'SKU of the variant' }),
          price: Price.optional().meta({ description: 'Retail price' }),
          wholesale_price: Price.optional().meta({ description: 'Price for buyers without another' }),
        }),
      )
      .min(1, 'must have at least one line')
      .max(MAX_LINES, `must have at most ${MAX_LINES} lines`),
  }),
  async draft(call, { lines }) {
    const planned = await Promise.all(lines.map((line, index) => priceOf(call, line, index)));
    return {
      summary: `Set the prices of ${counted(lines.length, 'variant')}.`,
      changes: planned.map(({ change }) => change),
      warnings: [],
      calls: planned.map(({ call: one }) => one),
    };
  },
});

async function priceOf(
  { caller }: Call,
  line: Line,
  index: number,
): Promise<{ change: Change; call: PlannedCall }> {
  const { sku, price, wholesale_price } = line;
  if (price === undefined && wholesale_price === undefined)
    throw invalidRequest([
      { path: `lines[${index}].price`, code: 'required', message: 'or wholesale_price is required' },
    ]);
  const [own] = (await caller.variants.list({ sku, limit: 1 })).data;
  const after = given({ price, wholesale_price });
  if (own) {
    const before = { price: own.price, wholesale_price: own.wholesale_price };
    return {
      change: {
        object: { object_type: 'variant', id: own.id, sku, product_name: own.product_name },
        before,
        after,
      },
      call: {
        operation: 'products.updateVariant',
        input: { id: own.product_id, variant_id: own.id, ...after },
      },
    };
  }
  if (price === undefined)
    throw invalidRequest([
      { path: `lines[${index}].wholesale_price`, code: 'read_only', message: "is its seller's" },
    ]);
  const { data } = await caller.inventory.list({ sku, limit: 100 });
  const [variant_id, another] = new Set(data.map((one) => one.variant_id));
  if (variant_id === undefined)
    throw invalidRequest([
      { path: `lines[${index}].sku`, code: 'not_found', message: 'is no variant of yours' },
    ]);
  if (another !== undefined)
    throw new AppError('CONFLICT', 'Several products have this SKU.', { reason: 'ambiguous_sku' });
  const { unit_price } = await caller.inventory.price({ variant_id });
  return {
    change: {
      object: { object_type: 'variant', id: variant_id, sku, product_name: data[0]?.product_name },
      before: { price: unit_price },
      after: { price },
    },
    call: { operation: 'inventory.setPrice', input: { variant_id, price } },
  };
}
