'use client';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { renderSVG } from 'uqr';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Field } from '@/components/ui/base/field';
import { NumberInput } from '@/components/ui/base/number-input';
import { formatCount } from '@/components/ui/format';

/** Copies of one label at most. */
const MAX_COPIES = 100;
/** Labels that one sheet of print takes. */
const MAX_LABELS = 2_000;

/** A label: what its QR code says, and its lines, of which the first and the last are bold. */
export interface PrintedLabel {
  key: string;
  code: string;
  lines: readonly string[];
}

function Label({ label: { code, lines } }: { label: PrintedLabel }) {
  const drawn = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(code, { border: 0 }))}`,
    [code],
  );
  return (
    <li className="label">
      {/* biome-ignore lint/performance/noImgElement: a drawing of its own */}
      <img src={drawn} alt="" />
      <div>
        {[...new Set(lines)].map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </li>
  );
}

/** Labels to print, with a preview and the number of copies. */
export function LabelsDialog({
  labels,
  description,
  onClose,
}: {
  labels: readonly PrintedLabel[];
  description: string;
  onClose: () => void;
}) {
  const [copies, setCopies] = useState<number | null>(1);
  const each = Math.min(Math.max(copies ?? 1, 1), MAX_COPIES);
  const count = Math.min(labels.length * each, MAX_LABELS);
  const printed = labels
    .flatMap((label) => Array.from({ length: each }, (_, copy) => ({ label, copy })))
    .slice(0, MAX_LABELS);
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        size="lg"
        title="Print labels"
        description={description}
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
          {labels.slice(0, 50).map((label) => (
            <Label key={label.key} label={label} />
          ))}
        </ul>
      </Dialog>
      {createPortal(
        <ul aria-hidden className="label-sheet label-grid">
          {printed.map(({ label, copy }) => (
            <Label key={`${label.key}-${copy}`} label={label} />
          ))}
        </ul>,
        document.body,
      )}
    </>
  );
}
