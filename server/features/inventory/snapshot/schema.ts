import { z } from 'zod';
import { latestDateOnEarth } from '../../../kernel/clock';
import { CalendarDate, Delta, Id, listOf, Paging } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { Balance, ByLot, InLocation, InventoryItem } from '../schema';

export const SnapshotQuery = z.strictObject({
  date: CalendarDate.refine(
    (date) => date <= latestDateOnEarth(),
    rule('date_in_future', 'must not be in the future'),
  )
    .meta({ description: 'Stock at the end of this day in your timezone; today when absent' })
    .optional(),
  location_id: InLocation.optional(),
  ...Paging,
});
export const SnapshotByQuery = SnapshotQuery.extend({
  by: ByLot.meta({
    description:
      '`lot` for one row per lot and one for units without a lot; `limit` and `total` then count items. `item` when absent',
  }),
});
const SnapshotScope = {
  date: CalendarDate.meta({ description: 'Day of the snapshot' }),
  location_id: Id.nullable().meta({ description: 'The requested location; null for all' }),
};
export const Snapshot = z
  .object({
    ...SnapshotScope,
    ...listOf(InventoryItem).shape,
  })
  .meta({ id: 'InventorySnapshot' });

/** An item as it stood at the end of the day, and what the row holds now. */
export const Comparison = z
  .object({
    ...SnapshotScope,
    ...listOf(
      InventoryItem.extend({
        current: z.object(Balance).meta({ description: 'Current stock of the item' }),
        difference: Delta.meta({ description: 'Current `quantity` less that of the day' }),
      }),
    ).shape,
  })
  .meta({ id: 'InventoryComparison' });
