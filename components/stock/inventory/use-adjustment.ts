'use client';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { showFailure, showUndo } from '@/components/ui/base/toast';
import { formatAmountChange } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { rejectionOf } from './adjust-rejection';
import { describeChange } from './change';
import { balanceName } from './labels';
import { withBalance } from './level';
import type { InventoryItem, InventoryList, LevelList, ReasonCode, StockItem } from './types';

export type Adjustment = {
  item: StockItem;
  /** The quantity that the person saw. */
  expected: number;
  change: number;
  reason: ReasonCode;
  notes: string;
  /** Shows the new quantity before the response; false when it may be rejected. */
  optimistic: boolean;
};

type Balances = Pick<InventoryItem, 'quantity' | 'reserved_quantity'>;

/** Writes an item's balances wherever a list or a page shows them, without asking the server. */
function useShowBalances() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  return (id: string, balances: Balances) => {
    const changed = <Item extends InventoryItem>(item: Item): Item => ({
      ...item,
      ...balances,
      available_quantity: balances.quantity - balances.reserved_quantity,
    });
    utils.inventory.get.setData({ id }, (item) => item && changed(item));
    queryClient.setQueriesData<InventoryList>({ queryKey: getQueryKey(trpc.inventory.list) }, (list) =>
      list?.data.some((item) => item.id === id)
        ? { ...list, data: list.data.map((item) => (item.id === id ? changed(item) : item)) }
        : list,
    );
    queryClient.setQueriesData<LevelList>({ queryKey: getQueryKey(trpc.inventory.levels) }, (list) => {
      const data = list?.data.map((level) => withBalance(level, id, balances));
      return list && data?.some((level, index) => level !== list.data[index]) ? { ...list, data } : list;
    });
  };
}

/**
 * Adjusts one item: shown immediately, rolled back on an error, and undone by the opposite change, so that the history
 * keeps both. The promise rejects with the server's error.
 */
export function useAdjustment(): (adjustment: Adjustment) => Promise<void> {
  const utils = trpc.useUtils();
  const show = useShowBalances();
  const { mutateAsync } = trpc.inventory.adjust.useMutation({ meta: { refresh: 'background' } });

  const undo = async (item: StockItem, change: number, reason: ReasonCode) => {
    try {
      // No expected quantity: the opposite change is right whatever happened since.
      const notes = `Undo of ${formatAmountChange(change, item)}`;
      show(item.id, await mutateAsync({ id: item.id, quantity_change: -change, reason_code: reason, notes }));
    } catch (error) {
      showFailure(`${balanceName(item)} was not set back`, rejectionOf(error, item).message);
    }
  };

  return async ({ item, expected, change, reason, notes, optimistic }) => {
    const before = { quantity: expected, reserved_quantity: item.reserved_quantity };
    // A list that is on its way would bring the old value back.
    await Promise.all([
      utils.inventory.list.cancel(),
      utils.inventory.levels.cancel(),
      utils.inventory.get.cancel({ id: item.id }),
    ]);
    if (optimistic) show(item.id, { ...before, quantity: expected + change });
    try {
      const response = await mutateAsync({
        id: item.id,
        quantity_change: change,
        reason_code: reason,
        notes: notes.trim() || undefined,
        expected_quantity: expected,
      });
      show(item.id, response);
      showUndo(balanceName(item), () => undo(item, change, reason), describeChange(expected, change, item));
    } catch (error) {
      const { quantity, reserved } = rejectionOf(error, item);
      show(item.id, {
        quantity: quantity ?? before.quantity,
        reserved_quantity: reserved ?? before.reserved_quantity,
      });
      throw error;
    }
  };
}
