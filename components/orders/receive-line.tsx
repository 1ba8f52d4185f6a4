import { AmountInput } from '@/components/catalog/goods/amount-input';
import { totalText } from '@/components/catalog/goods/amounts';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { LotChip } from '@/components/catalog/goods/lot-chip';
import { Select } from '@/components/ui/base/select';
import { formatAmount } from '@/components/ui/format';
import { RECEIPT_REASON } from './receipt-reasons';
import { type CountedLot, type ReceiptReason, shortOf, USUAL_REASON, withCount } from './receive-lines';

const REASONS = (Object.keys(RECEIPT_REASON) as (keyof typeof RECEIPT_REASON)[]).flatMap((value) =>
  value === 'short' ? [] : [{ value: value satisfies ReceiptReason, label: RECEIPT_REASON[value] }],
);

const KINDS = ['accepted', 'damaged', 'rejected'] as const;
const LABEL = { accepted: 'Accepted', damaged: 'Damaged', rejected: 'Rejected' };
export const COLUMNS = ['Product', 'Shipped', ...KINDS.map((kind) => LABEL[kind]), 'Short'] as const;

/** A lot of a line, or its units without one, and what is counted of it. */
export function ReceiveLine({
  line,
  leads,
  onChange,
}: {
  line: CountedLot;
  /** False for further lots of the line above. */
  leads: boolean;
  onChange: (line: CountedLot) => void;
}) {
  const short = shortOf(line);
  const name = [line.name, line.sku, line.lot?.package_tag ?? line.lot?.batch_id].filter(Boolean).join(' ');
  return (
    <tr className="border-border border-b align-top last:border-b-0 max-sm:grid max-sm:grid-cols-3 max-sm:gap-2 max-sm:py-2">
      <th scope="row" className="py-2 pr-3 text-left font-normal max-sm:col-span-3 max-sm:py-0">
        {leads ? (
          <ItemCell goods={line.goods} lots={line.lot ? [line.lot] : []} />
        ) : (
          <span className="block pl-9.5">
            <span className="sr-only">{line.name} </span>
            {line.lot ? (
              <LotChip lot={line.lot} />
            ) : (
              <span className="text-muted text-xs">Without a lot</span>
            )}
          </span>
        )}
        {line.lot?.package_tag && (
          <span className="block break-all pl-9.5 text-muted text-xs">{line.lot.package_tag}</span>
        )}
      </th>
      <td className="py-2 pr-3 text-right tabular-nums max-sm:col-span-3 max-sm:py-0 max-sm:text-left">
        {formatAmount(line.shipped, line.goods)}
        <span className="sm:hidden"> shipped</span>
        <Missing short={short} line={line} className="sm:hidden" />
      </td>
      {KINDS.map((kind) => (
        <td key={kind} data-count className="w-22 py-1 pr-2 max-sm:w-auto max-sm:pr-0">
          <span aria-hidden className="text-muted text-xs sm:hidden">
            {LABEL[kind]}
          </span>
          <AmountInput
            goods={line.goods}
            aria-label={`${LABEL[kind]} ${name}`}
            min={0}
            max={kind === 'accepted' ? line.shipped - line.damaged - line.rejected : line.shipped}
            value={line[kind]}
            onValueChange={(value) => onChange(withCount(line, { [kind]: value ?? 0 }))}
          />
        </td>
      ))}
      <td className={`w-38 py-1 max-sm:col-span-3 ${line.rejected > 0 ? '' : 'max-sm:hidden'}`}>
        <span className="block py-1 text-right max-sm:hidden">
          <Missing short={short} line={line} />
        </span>
        {line.rejected > 0 && (
          <>
            <span aria-hidden className="text-muted text-xs sm:hidden">
              Why rejected
            </span>
            <Select
              aria-label={`Why ${totalText([{ count: line.rejected, goods: line.goods }])} of ${name} are rejected`}
              options={REASONS}
              value={line.reason ?? USUAL_REASON}
              onValueChange={(reason) => onChange({ ...line, reason })}
            />
          </>
        )}
      </td>
    </tr>
  );
}

/** Units in no count: they never arrived. */
function Missing({ short, line, className = '' }: { short: number; line: CountedLot; className?: string }) {
  if (short === 0) return <span className={`text-muted max-sm:hidden ${className}`}>–</span>;
  return (
    <span className={`font-medium text-on-tint-warning tabular-nums ${className}`}>
      <span aria-hidden className="sm:hidden">
        {' · '}
      </span>
      {formatAmount(short, line.goods)} short
    </span>
  );
}
