import { Badge } from '@/components/ui/base/badge';
import { formatAmount } from '@/components/ui/format';
import { RECEIPT_REASON } from './receipt-reasons';
import type { Receipt } from './types';

type Line = Receipt['lines'][number];

/** Units that weren't accepted, each with why: "2 damaged", "1 short". */
export function faultsOf(line: Line): string[] {
  const { damaged, rejected, short, reason_code } = line;
  const why = reason_code && reason_code !== 'short' ? `: ${RECEIPT_REASON[reason_code].toLowerCase()}` : '';
  return [
    damaged > 0 && `${formatAmount(damaged, line)} damaged`,
    rejected > 0 && `${formatAmount(rejected, line)} rejected${why}`,
    short > 0 && `${formatAmount(short, line)} short`,
  ].filter((text) => text !== false);
}

/** What became of a line of an order that was received; nothing where all that was shipped was accepted. */
export function LineOutcome({ line }: { line: Line }) {
  const faults = faultsOf(line);
  if (faults.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span className="text-muted">
        Shipped {formatAmount(line.shipped_quantity, line)} · accepted {formatAmount(line.accepted, line)}
      </span>
      {faults.map((fault) => (
        <Badge key={fault} tone="warning" icon="triangle">
          {fault}
        </Badge>
      ))}
    </span>
  );
}
