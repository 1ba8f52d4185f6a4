'use client';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { renderSVG } from 'uqr';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Field } from '@/components/ui/base/field';
import { NumberInput } from '@/components/ui/base/number-input';
import { formatCount, formatMoney } from '@/components/ui/format';
import type { StockLevel } from './types';

/** Copies of one label at most. */
const MAX_COPIES = 100;
/** Labels that one sheet of print takes. */
const MAX_LABELS = 2_000;

function Label({ level }: { level: StockLevel }) {
  const code = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(level.variant.sku, { border: 0 }))}`,
    [level.variant.sku],
  );
  return (
    <li className="label">
      {/* biome-ignore lint/performance/noImgElement: a drawing of its own */}
      <img src={code} alt="" />
      <div>
        <p>{level.product.name}</p>
        <p>{level.variant.name}</p>
        <p>{level.variant.sku}</p>
        <p>
          {formatMoney(level.unit_price)}
          {level.unit && ` per ${level.unit}`}
        </p>
      </div>
    </li>
  );
}

/** Shelf labels of the selected variants, each once: name, SKU as text and as a QR code, and price. */
export function LabelsDialog({ levels, onClose }: { levels: readonly StockLevel[]; onClose: () => void }) {
  const [copies, setCopies] = useState<number | null>(1);
  const variants = [...new Map(levels.map((level) => [level.variant.id, level])).values()];
  const each = Math.min(Math.max(copies ?? 1, 1), MAX_COPIES);
  const count = Math.min(variants.length * each, MAX_LABELS);
  const printed = variants
    .flatMap((level) => Array.from({ length: each }, (_, copy) => ({ level, copy })))
    .slice(0, MAX_LABELS);
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        size="lg"
        title="Print labels"
        description="One label per variant, with its SKU as a QR code."
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={() => window.print()}>
              Print {formatCount(count, 'label')}
            </Button>
          </>
        }
      >
        <Field label="Copies of each" className="mb-4 max-w-40">
          <NumberInput value={copies} min={1} max={MAX_COPIES} onValueChange={setCopies} />
        </Field>
        <ul aria-label="Labels" className="label-grid">
          {variants.slice(0, 50).map((level) => (
            <Label key={level.variant.id} level={level} />
          ))}
        </ul>
      </Dialog>
      {createPortal(
        <ul aria-hidden className="label-sheet label-grid">
          {printed.map(({ level, copy }) => (
            <Label key={`${level.variant.id}-${copy}`} level={level} />
          ))}
        </ul>,
        document.body,
      )}
    </>
  );
}
