import { z } from 'zod';
import { Id, text, unchanged, wholeNumber } from '../../../kernel/params';

/** Of one seller. */
export const MAX_LISTS = 100;

const Name = text(100).meta({ description: 'Name of the list, which no other of yours has' });
const Discount = wholeNumber().min(0).max(10_000).meta({
  description: 'Off the wholesale price of what has no price of its own in the list, in basis points',
});
const Active = z
  .boolean()
  .meta({ description: 'false: its customers pay the wholesale price, as if they had no list' });

export const NewPriceList = z
  .strictObject({ name: Name, discount_bps: Discount.optional(), active: Active.optional() })
  .meta({ examples: [{ name: 'Gold', discount_bps: 500 }] });

const PathId = Id.meta({ description: 'Id of the price list' });
export const PriceListId = z.strictObject({ id: PathId });
/** Fields that a PATCH accepts only unchanged (decision 34). */
export const PRICE_LIST_READ_ONLY = ['rule_count', 'customers_count', 'created_at', 'updated_at'] as const;
export const UpdatePriceList = z
  .strictObject({
    id: PathId,
    name: Name.optional(),
    discount_bps: Discount.optional(),
    active: Active.optional(),
    ...unchanged(PRICE_LIST_READ_ONLY),
  })
  .meta({ examples: [{ discount_bps: 750 }] });
