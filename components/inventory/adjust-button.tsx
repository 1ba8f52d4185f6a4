'use client';
import { SquarePen } from 'lucide-react';
import { lazy, Suspense, useId } from 'react';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import { useAdjusting } from './adjust-provider';
import { type InventoryItem, itemName } from './types';

const AdjustForm = lazy(() => import('./adjust-form').then((m) => ({ default: m.AdjustForm })));

/**
 * Opens the adjustment of an item: a pencil that takes clicks on the whole cell around it (which must be
 * `relative`), or a button with its word. Only for who may update inventory.
 */
export function AdjustButton({
  item,
  place,
  shape,
}: {
  item: InventoryItem;
  place: string;
  shape: 'cell' | 'button';
}) {
  const { isOpen, draft, rejection, pending, setOpen, save } = useAdjusting(useId());
  const name = `Adjust ${itemName(item)}`;
  return (
    <Popover
      label={name}
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      trigger={
        shape === 'button' ? (
          <Button variant="primary" aria-label={name}>
            <SquarePen aria-hidden />
            Adjust
          </Button>
        ) : (
          <button
            type="button"
            aria-label={name}
            title="Adjust (E)"
            data-shortcut="e"
            className="max-md:-my-1.5 grid size-6 shrink-0 place-items-center rounded-md max-md:size-8 text-muted after:absolute after:inset-0 hover:text-text data-[state=open]:text-link"
          >
            <SquarePen aria-hidden className="size-3.5" />
          </button>
        )
      }
    >
      <Suspense>
        <AdjustForm
          item={item}
          place={place}
          initial={draft}
          rejection={rejection}
          pending={pending}
          onSave={(next, expected, change) => save(item, next, expected, change)}
        />
      </Suspense>
    </Popover>
  );
}
