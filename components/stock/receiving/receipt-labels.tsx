'use client';
import { LabelsDialog, type PrintedLabel } from '@/components/stock/inventory/label-sheet';
import { formatDate } from '@/components/ui/format';
import { goodsName } from './draft';
import type { ReceiptLine } from './types';

/** A label of a line: its package tag, else its SKU, as a QR code. */
export function labelOf(line: ReceiptLine): PrintedLabel {
  const { line_id, sku, batch_id, package_tag, packaged_on, expires_on } = line;
  return {
    key: line_id,
    code: package_tag ?? sku,
    lines: [
      goodsName(line),
      package_tag ?? sku,
      ...(batch_id ? [`Batch ${batch_id}`] : []),
      ...(packaged_on ? [`Packaged ${formatDate(packaged_on)}`] : []),
      ...(expires_on ? [`Expires ${formatDate(expires_on)}`] : []),
    ],
  };
}

/** Labels of what came, each line once or several times. */
export function ReceiptLabels({ lines, onClose }: { lines: readonly ReceiptLine[]; onClose: () => void }) {
  return (
    <LabelsDialog
      labels={lines.map(labelOf)}
      description="One label per line, with its package tag or SKU as a QR code."
      onClose={onClose}
    />
  );
}
