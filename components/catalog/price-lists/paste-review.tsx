'use client';
import { useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { ScrollRegion } from '@/components/ui/base/scroll-region';
import { WarningNote } from '@/components/ui/base/warning-note';
import { formatCount, formatMoney } from '@/components/ui/format';
import { fromAmount, type PriceChange, type PriceChanges } from './price-changes';
import type { Sheet } from './sheet';

const SHOWN = 100;

/** What a paste changes, before anything is written. */
export function PasteReview({
  found,
  onApply,
  onClose,
}: {
  found: PriceChanges;
  /** Saves the prices. */
  onApply: (next: Sheet) => Promise<unknown>;
  onClose: () => void;
}) {
  const { changes, unchanged, next } = found;
  const [most, setMost] = useState(SHOWN);
  const [pending, setPending] = useState(false);
  const close = () => {
    if (!pending) onClose();
  };
  const apply = async () => {
    setPending(true);
    await onApply(next);
    onClose();
  };
  const doubts = changes.filter(({ rises, cost }) => rises || cost !== null).length;
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Review prices"
      description={[
        changes.length === 0 ? 'Nothing to change' : formatCount(changes.length, 'change'),
        unchanged > 0 && `${unchanged} unchanged`,
        doubts > 0 && `${doubts} to check`,
      ]
        .filter(Boolean)
        .join(' · ')}
      size="lg"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          {changes.length > 0 && (
            <Button variant="primary" pending={pending} onClick={() => void apply()}>
              Apply {formatCount(changes.length, 'change')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <LeftOut found={found} />
        {changes.length > 0 && (
          <ScrollRegion label="Price changes" className="overflow-x-auto rounded-lg border border-border">
            <table className="w-full text-sm">
              <thead className="text-muted">
                <tr className="border-border border-b">
                  <th scope="col" className="px-3 py-2 max-sm:px-2 text-left font-medium">
                    Item
                  </th>
                  <th scope="col" className="px-3 py-2 max-sm:px-2 text-right font-medium">
                    Old
                  </th>
                  <th scope="col" className="px-3 py-2 max-sm:px-2 text-right font-medium">
                    New
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-border">
                {changes.slice(0, most).map((change) => (
                  <ChangeRow key={`${change.sku} ${change.amount}`} change={change} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
        {changes.length > most && (
          <Button className="self-start" onClick={() => setMost(most + SHOWN)}>
            Show {Math.min(SHOWN, changes.length - most)} more of {changes.length}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function ChangeRow({
  change: { name, sku, unit, amount, before, after, rises, cost },
}: {
  change: PriceChange;
}) {
  return (
    <tr>
      <th scope="row" className="px-3 py-2 max-sm:px-2 text-left align-top font-normal">
        <span className="wrap-anywhere block font-medium">{name}</span>
        <span className="wrap-anywhere block text-muted text-xs">
          {[name === sku ? null : sku, fromAmount(amount), unit && `per ${unit}`].filter(Boolean).join(' · ')}
        </span>
        {(rises || cost !== null) && (
          <span className="mt-1 flex flex-wrap gap-1">
            {cost !== null && (
              <Badge tone="warning" icon="triangle" wraps>
                Below cost of {formatMoney(cost)}
              </Badge>
            )}
            {rises && (
              <Badge tone="warning" icon="triangle" wraps>
                More than a smaller amount
              </Badge>
            )}
          </span>
        )}
      </th>
      <td className="whitespace-nowrap px-3 py-2 max-sm:px-2 text-right align-top text-muted tabular-nums">
        {before === null ? 'None' : formatMoney(before)}
      </td>
      <td className="whitespace-nowrap px-3 py-2 max-sm:px-2 text-right align-top font-medium tabular-nums">
        {after === null ? 'Removed' : formatMoney(after)}
      </td>
    </tr>
  );
}

/** What isn't taken, and why. */
function LeftOut({ found: { unknown, repeated, wrong } }: { found: PriceChanges }) {
  const texts = [
    unknown.length > 0 && `Not found in what you sell, left out: ${listed(unknown)}`,
    repeated.length > 0 && `Pasted twice, the last line counts: ${listed(repeated)}`,
    wrong.length > 0 &&
      `Not a price, left out: ${listed(wrong.map(({ sku, amount, text }) => `${sku} ${fromAmount(amount)} “${text}”`))}`,
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;
  return (
    <WarningNote>
      <ul className="flex flex-col gap-1">
        {texts.map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </WarningNote>
  );
}

const NAMED = 20;
const listed = (texts: readonly string[]) =>
  texts.length > NAMED
    ? `${texts.slice(0, NAMED).join(', ')} and ${texts.length - NAMED} more`
    : texts.join(', ');
