import { Badge } from '@/components/ui/base/badge';
import { Card } from '@/components/ui/base/card';
import { formatAmount, formatMoney } from '@/components/ui/format';
import type { OrderRequest } from './types';

/** What was asked for: prices as they were shown and those of now, stock, and what is no longer on the menu. */
export function RequestLines({ request: { lines, subtotal } }: { request: OrderRequest }) {
  return (
    <Card title="Lines" flush>
      <div className="overflow-x-auto">
        <table className="w-full text-left">
          <thead>
            <tr className="text-muted text-sm">
              <th className="px-4 py-2 font-normal">Item</th>
              <th className="px-4 py-2 text-right font-normal">Asked for</th>
              <th className="px-4 py-2 text-right font-normal">Available</th>
              <th className="px-4 py-2 text-right font-normal">Shown</th>
              <th className="px-4 py-2 text-right font-normal">Now</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.variant_id} className="border-border border-t">
                <td className="px-4 py-2">
                  {line.product_name} <span className="text-muted">{line.variant_name}</span>
                  {!line.on_menu && (
                    <div className="mt-1">
                      <Badge tone="warning" icon="alert">
                        No longer on the menu
                      </Badge>
                    </div>
                  )}
                </td>
                <td className="px-4 py-2 text-right">{formatAmount(line.quantity, line)}</td>
                <td
                  className={`px-4 py-2 text-right${line.available_quantity < line.quantity ? ' text-destructive' : ''}`}
                >
                  {formatAmount(line.available_quantity, line)}
                </td>
                <td className="px-4 py-2 text-right">{formatMoney(line.price_shown)}</td>
                <td className="px-4 py-2 text-right">
                  {line.price_now === null ? '–' : formatMoney(line.price_now)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="border-border border-t px-4 py-3 text-right font-medium">
        {formatMoney(subtotal)} as shown, before tax
      </p>
    </Card>
  );
}
