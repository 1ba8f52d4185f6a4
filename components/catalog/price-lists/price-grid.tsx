'use client';
import { ArrowDownToLine, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { IconButton } from '@/components/ui/base/icon-button';
import { formatMoney } from '@/components/ui/format';
import { PriceCell } from './price-cell';
import { fromAmount } from './price-changes';
import {
  filledDown,
  isTable,
  type Pasted,
  placeOf,
  readBlock,
  readTable,
  type Sheet,
  type SheetRow,
  shownRows,
  withoutBreak,
  withoutRow,
  withPrice,
} from './sheet';

const SHOWN = 100;

/** Prices by variant and amount, each typed or pasted in place. */
export function PriceGrid({
  sheet,
  errors,
  search,
  readOnly,
  costs,
  onChange,
  onPaste,
}: {
  sheet: Sheet;
  errors: ReadonlyMap<string, string>;
  /** Part of a SKU or name; only such rows are shown. */
  search: string;
  readOnly: boolean;
  /** What a unit costs, by SKU; empty for a reader who doesn't see costs. */
  costs: ReadonlyMap<string, number>;
  onChange: (next: Sheet) => void;
  /** Several cells were pasted at once. */
  onPaste: (pasted: Pasted) => void;
}) {
  const [most, setMost] = useState(SHOWN);
  const words = search.trim();
  const found = shownRows(sheet, search);
  const rows = found.slice(0, most);
  const latest = useRef({ sheet, onChange, onPaste, shown: rows.map(({ sku }) => sku) });
  useEffect(() => {
    latest.current = { sheet, onChange, onPaste, shown: rows.map(({ sku }) => sku) };
  });
  const type = useCallback((sku: string, amount: number, text: string) => {
    latest.current.onChange(withPrice(latest.current.sheet, sku, amount, text));
  }, []);
  const paste = useCallback((at: { sku: string; amount: number }, text: string) => {
    if (!/[\t\n]/.test(text.trim())) return false;
    const { sheet: present, shown, onPaste: take } = latest.current;
    const pasted = isTable(text) ? readTable(present, text) : readBlock(present, shown, at, text);
    if (typeof pasted === 'string') return false;
    take(pasted);
    return true;
  }, []);
  return (
    <div className="flex flex-col gap-3">
      <div className="relative overflow-x-auto rounded-lg border border-border bg-surface">
        <table className="w-full text-sm">
          <caption className="sr-only">Prices by item and amount</caption>
          <thead className="text-muted">
            <tr className="border-border border-b">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                Item
              </th>
              <th scope="col" className="px-2 py-2 text-right font-medium max-sm:hidden">
                Wholesale
              </th>
              {costs.size > 0 && (
                <th scope="col" className="px-2 py-2 text-right font-medium max-lg:hidden">
                  Cost
                </th>
              )}
              {sheet.breaks.map((amount) => (
                <th key={amount} scope="col" className="whitespace-nowrap px-2 py-2 text-right font-medium">
                  <span className="inline-flex items-center">
                    <span className="first-letter:uppercase">{fromAmount(amount)}</span>
                    {!readOnly && rows.length > 1 && (
                      <IconButton
                        icon={ArrowDownToLine}
                        size="sm"
                        label={`Fill down the first price ${fromAmount(amount)}`}
                        onClick={() =>
                          onChange(
                            filledDown(
                              sheet,
                              rows.map(({ sku }) => sku),
                              amount,
                            ),
                          )
                        }
                      />
                    )}
                    {!readOnly && sheet.breaks.length > 1 && (
                      <IconButton
                        icon={X}
                        size="sm"
                        label={`Remove prices ${fromAmount(amount)}`}
                        onClick={() => onChange(withoutBreak(sheet, amount))}
                      />
                    )}
                  </span>
                </th>
              ))}
              {!readOnly && (
                <th scope="col" className="px-2 py-2">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {rows.map((row) => (
              <tr key={row.sku}>
                <th scope="row" className="min-w-36 px-4 py-1.5 text-left align-top font-normal">
                  <span className="wrap-anywhere block font-medium">{row.name ?? row.sku}</span>
                  <span className="wrap-anywhere block text-muted text-xs">
                    {row.name === null ? 'Not saved yet' : row.sku}
                    {row.unit && ` · per ${row.unit}`}
                  </span>
                  {errors.has(placeOf(row.sku)) && (
                    <span className="block text-destructive text-xs">{errors.get(placeOf(row.sku))}</span>
                  )}
                </th>
                <td className="px-2 py-1.5 text-right align-top text-muted tabular-nums leading-9 max-sm:hidden">
                  {row.wholesale === null ? '—' : formatMoney(row.wholesale)}
                </td>
                {costs.size > 0 && (
                  <td className="px-2 py-1.5 text-right align-top tabular-nums max-lg:hidden">
                    <CostCell row={row} cost={costs.get(row.sku)} amount={sheet.breaks[0] ?? 1} />
                  </td>
                )}
                {sheet.breaks.map((amount) => (
                  <td key={amount} className="px-2 py-1.5 text-right align-top tabular-nums">
                    <span className="inline-block">
                      <PriceCell
                        row={row}
                        amount={amount}
                        text={row.prices[amount] ?? ''}
                        error={errors.get(placeOf(row.sku, amount))}
                        readOnly={readOnly}
                        onChange={type}
                        onPaste={paste}
                      />
                    </span>
                  </td>
                ))}
                {!readOnly && (
                  <td className="px-2 py-1.5 text-right align-top">
                    <IconButton
                      icon={X}
                      label={`Remove ${row.name ?? row.sku}`}
                      onClick={() => onChange(withoutRow(sheet, row.sku))}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && (
          <p className="px-4 py-6 text-center text-muted">
            {words === '' ? 'No prices yet. Add an item, or paste prices from a spreadsheet.' : 'No results'}
          </p>
        )}
      </div>
      {found.length > rows.length && (
        <Button className="self-start" onClick={() => setMost(most + SHOWN)}>
          Show {Math.min(SHOWN, found.length - rows.length)} more of {found.length}
        </Button>
      )}
    </div>
  );
}

/** What a unit costs, and what its first price earns of itself. */
function CostCell({ row, cost, amount }: { row: SheetRow; cost: number | undefined; amount: number }) {
  if (cost === undefined) return '—';
  const price = Number(row.prices[amount] || row.wholesale);
  const margin = price > 0 ? Math.round((1 - cost / price) * 100) : null;
  return (
    <>
      <span className="block text-muted">{formatMoney(cost)}</span>
      {margin !== null && (
        <span className={`block text-xs ${margin < 0 ? 'text-destructive' : 'text-muted'}`}>
          {margin}% margin
        </span>
      )}
    </>
  );
}
