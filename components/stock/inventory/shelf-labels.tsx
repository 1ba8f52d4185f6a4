'use client';
import { formatMoney } from '@/components/ui/format';
import { LabelsDialog } from './label-sheet';
import type { StockLevel } from './types';

/** Shelf labels of the selected variants, each once: name, SKU as text and as a QR code, and price. */
export function ShelfLabels({ levels, onClose }: { levels: readonly StockLevel[]; onClose: () => void }) {
  const variants = [...new Map(levels.map((level) => [level.variant.id, level])).values()];
  return (
    <LabelsDialog
      labels={variants.map(({ product, variant, unit, unit_price }) => ({
        key: variant.id,
        code: variant.sku,
        lines: [
          product.name,
          variant.name,
          variant.sku,
          `${formatMoney(unit_price)}${unit ? ` per ${unit}` : ''}`,
        ],
      }))}
      description="One label per variant, with its SKU as a QR code."
      onClose={onClose}
    />
  );
}
