'use client';
import { ArrowRightLeft, Download, Gauge, Printer, ShoppingCart, SquarePen } from 'lucide-react';
import { lazy, Suspense, startTransition, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { useViewer } from '@/components/ui/providers/viewer';
import { BUYERS } from '@/server/kernel/permissions';
import { balanceAt, LEVEL_ROOMS } from './level';
import { downloadLevels } from './level-export';
import type { LocationName, RoomType, StockItem, StockLevel } from './types';
import { useReorder } from './use-reorder';

const TransferDialog = lazy(() => import('./transfer-dialog').then((m) => ({ default: m.TransferDialog })));
const BulkAdjustDialog = lazy(() =>
  import('./bulk-adjust-dialog').then((m) => ({ default: m.BulkAdjustDialog })),
);
const LevelsDialog = lazy(() => import('./levels-dialog').then((m) => ({ default: m.LevelsDialog })));
const ShelfLabels = lazy(() => import('./shelf-labels').then((m) => ({ default: m.ShelfLabels })));

type Act = 'adjust' | 'transfer' | 'labels' | 'levels';

const balancesOf = (levels: readonly StockLevel[]): StockItem[] =>
  levels.flatMap((level) =>
    LEVEL_ROOMS.flatMap((room) => {
      const item = balanceAt(level, room);
      return item ? [item] : [];
    }),
  );

/** What can be done with the selected rows: the buttons of the bar, and the dialogs, which come when they are opened. */
export function InventoryBulk({
  selected,
  room,
  locations,
  onDone,
}: {
  selected: () => StockLevel[];
  /** The room that the list is filtered by. */
  room: RoomType | null;
  locations: readonly LocationName[];
  onDone: (act: Act) => void;
}) {
  const { entity, can } = useViewer();
  const { reorder, pending } = useReorder();
  const [open, setOpen] = useState<{ act: Act; levels: readonly StockLevel[] } | null>(null);
  // A dialog of fifty rows takes longer than a click may be without a sign.
  const start = (act: Act) => () => startTransition(() => setOpen({ act, levels: selected() }));
  const close = () => setOpen(null);
  const done = () => {
    if (open) onDone(open.act);
    close();
  };
  const items = open ? balancesOf(open.levels) : [];
  return (
    <>
      <Button size="sm" variant="primary" onClick={start('transfer')}>
        <ArrowRightLeft aria-hidden />
        Transfer
      </Button>
      <Button size="sm" onClick={start('adjust')}>
        <SquarePen aria-hidden />
        Adjust
      </Button>
      <Button size="sm" onClick={start('levels')}>
        <Gauge aria-hidden />
        Set levels
      </Button>
      {BUYERS.includes(entity.type) && can('create:orders') && (
        <Button size="sm" pending={pending} onClick={() => void reorder(selected())}>
          <ShoppingCart aria-hidden />
          Reorder
        </Button>
      )}
      <Button size="sm" onClick={start('labels')}>
        <Printer aria-hidden />
        Print labels
      </Button>
      <Button size="sm" onClick={() => downloadLevels(selected())}>
        <Download aria-hidden />
        Export selected
      </Button>
      {open && (
        <Suspense>
          {open.act === 'transfer' && (
            <TransferDialog items={items} source={room} locations={locations} onClose={close} onDone={done} />
          )}
          {open.act === 'adjust' && (
            <BulkAdjustDialog
              items={items}
              room={room}
              placeOf={({ location_id }) => locations.find(({ id }) => id === location_id)?.name ?? ''}
              onClose={close}
              onDone={done}
            />
          )}
          {open.act === 'levels' && <LevelsDialog levels={open.levels} onClose={close} onDone={done} />}
          {open.act === 'labels' && <ShelfLabels levels={open.levels} onClose={close} />}
        </Suspense>
      )}
    </>
  );
}
