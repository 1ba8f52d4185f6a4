import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { Picture } from '@/components/catalog/goods/picture';
import { cn } from '@/components/ui/base/class-names';
import { IconButton } from '@/components/ui/base/icon-button';
import { imagePath } from '@/server/features/products/images/address';

const DRAGGED = 'application/x-image-position';

/** One image of a product. The owner drags it to its place, or moves it with its buttons or the arrow keys. */
export function ImageTile({
  product: { id, name },
  url,
  index,
  count,
  onMove,
  onRemove,
}: {
  product: { id: string; name: string };
  url: string;
  index: number;
  count: number;
  /** Null for those who may not change it. */
  onMove: ((from: number, to: number) => void) | null;
  onRemove: () => void;
}) {
  const [over, setOver] = useState(false);
  const label = `${name}, image ${index + 1}`;
  const dragging = onMove && {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(DRAGGED, String(index)),
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const from = event.dataTransfer.getData(DRAGGED);
      if (from === '') return;
      event.preventDefault();
      onMove(Number(from), index);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      onMove(index, index + step);
    },
  };
  return (
    <li
      className={cn(
        'flex flex-col gap-1',
        over && 'rounded-lg outline-2 outline-primary',
        onMove && 'cursor-grab',
      )}
      {...dragging}
    >
      <a
        href={imagePath(id, url, 1600)}
        target="_blank"
        rel="noreferrer"
        draggable={false}
        className="relative block aspect-square overflow-hidden rounded-lg border border-border bg-bg"
      >
        <Picture productId={id} url={url} width={480} alt={label} />
        {index === 0 && count > 1 && (
          <span className="absolute bottom-1 left-1 rounded-sm bg-raised px-1.5 text-text text-xs">Main</span>
        )}
      </a>
      {onMove && (
        <div className="flex justify-between">
          <span className="flex">
            <IconButton
              icon={ChevronLeft}
              size="sm"
              label={`Move image ${index + 1} earlier`}
              tooltip="Move earlier"
              disabled={index === 0}
              onClick={() => onMove(index, index - 1)}
            />
            <IconButton
              icon={ChevronRight}
              size="sm"
              label={`Move image ${index + 1} later`}
              tooltip="Move later"
              disabled={index === count - 1}
              onClick={() => onMove(index, index + 1)}
            />
          </span>
          <IconButton
            icon={X}
            size="sm"
            label={`Remove image ${index + 1}`}
            tooltip="Remove image"
            onClick={onRemove}
          />
        </div>
      )}
    </li>
  );
}
