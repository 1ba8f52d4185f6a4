import * as z from 'zod/mini';
import { checkDelivery, timesOf, windowOf } from '@/components/orders/cart/checks';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { EDITED, TYPED, type TypedField } from '@/server/features/orders/shapes/edited.schema';
import type { Order, OrderPatch } from './types';

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`));

/** A value for each fact that is typed as text. */
const typedOf = <Value>(make: (field: TypedField) => Value) =>
  Object.fromEntries(TYPED.map((field) => [field, make(field)])) as Record<TypedField, Value>;

const FIELDS = z.object({
  delivery_date: z.string(),
  window_from: z.string(),
  window_to: z.string(),
  receiving_location_id: z.string(),
  ...typedOf((field) => text(EDITED[field].most)),
});
export type EditValues = z.infer<typeof FIELDS>;

/** What of an order can change until it ships; a day that has passed may stay. @param today YYYY-MM-DD */
export function editSchema(before: EditValues, today: string) {
  const errorsOf = ({ delivery_date: date, window_from, window_to }: EditValues) => {
    const delivery_date = date === '' || date === before.delivery_date ? null : date;
    return checkDelivery({ delivery_date, window_from, window_to }, today);
  };
  const errorAt = (name: 'delivery_date' | 'window', field: keyof EditValues) =>
    z.refine<EditValues>((values) => !errorsOf(values)[name], {
      path: [field],
      error: ({ input }) => errorsOf(input as EditValues)[name],
    });
  return FIELDS.check(errorAt('delivery_date', 'delivery_date'), errorAt('window', 'window_to'));
}

export const editValues = (order: Order): EditValues => ({
  delivery_date: order.delivery_date ?? '',
  ...timesOf(order.delivery_window),
  receiving_location_id: order.receiving_location_id,
  ...typedOf((field) => order[field] ?? ''),
});

/** What was changed, as the server takes it; null for nothing. A window that is free text stays unless times are entered. */
export function editPatch(before: EditValues, after: EditValues): OrderPatch | null {
  const { window_from, window_to, receiving_location_id, ...texts } = changedFields(before, after);
  const patch = {
    ...Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, value || null])),
    ...(receiving_location_id && { receiving_location_id }),
    ...((window_from ?? window_to) !== undefined && { delivery_window: windowOf(after) }),
  };
  return Object.keys(patch).length > 0 ? patch : null;
}
