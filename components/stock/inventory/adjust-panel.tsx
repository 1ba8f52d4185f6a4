'use client';
import * as Primitive from 'radix-ui/popover';
import type { RefObject } from 'react';
import { panelStyle } from '@/components/ui/base/menu-style';
import type { AdjustDraft, Opened } from './adjust-draft';
import { AdjustForm } from './adjust-form';
import { balanceName } from './labels';
import type { StockItem } from './types';

/** The panel of an open adjustment, at the control that opened it. */
export function AdjustPanel({
  item,
  place,
  opened: { draft, rejection, pending },
  button,
  onClose,
  onSave,
}: {
  item: StockItem;
  /** "Harbor · Vault". */
  place: string;
  opened: Opened;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onSave: (draft: AdjustDraft, expected: number, change: number) => void;
}) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Primitive.Portal>
        <Primitive.Content
          aria-label={`Adjust ${balanceName(item)}`}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The control closes it by its own click; closing first would open it again.
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus({ preventScroll: true });
          }}
          className={`${panelStyle} max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] overflow-y-auto p-4 outline-none`}
        >
          <AdjustForm
            item={item}
            place={place}
            initial={draft}
            rejection={rejection}
            pending={pending}
            onSave={onSave}
          />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
