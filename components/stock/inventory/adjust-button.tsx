'use client';
import { SquarePen } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Button } from '@/components/ui/base/button';
import { loadAdjustPanel, useAdjusting } from './adjust-provider';
import { balanceName } from './labels';
import type { StockItem } from './types';

const AdjustPanel = lazy(() => loadAdjustPanel().then((m) => ({ default: m.AdjustPanel })));

/**
 * Opens the adjustment of a balance: a control that takes clicks on the whole cell around it (which must be
 * `relative`), or a button with its word. Only for members who may update inventory.
 */
export function AdjustButton({
  item,
  place,
  shape,
  first = true,
}: {
  item: StockItem;
  place: string;
  shape: 'cell' | 'button';
  /** False for a cell of a row whose `E` belongs to another one until it has the focus itself. */
  first?: boolean;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const { opened, open, close, save } = useAdjusting();
  const props = {
    ref: button,
    'aria-label': `Adjust ${balanceName(item)}`,
    'aria-haspopup': 'dialog',
    'aria-expanded': opened ? true : undefined,
    onClick: opened ? close : open,
  } as const;
  return (
    <>
      {shape === 'button' ? (
        <Button variant="primary" {...props}>
          <SquarePen aria-hidden />
          Adjust
        </Button>
      ) : (
        <button
          type="button"
          title="Adjust (E)"
          data-shortcut={first ? 'e' : undefined}
          data-cell-shortcut="e"
          className="adjust-cell"
          {...props}
        />
      )}
      {opened && (
        <Suspense>
          <AdjustPanel
            item={item}
            place={place}
            opened={opened}
            button={button}
            onClose={close}
            onSave={(draft, expected, change) => save(item, draft, expected, change)}
          />
        </Suspense>
      )}
    </>
  );
}
