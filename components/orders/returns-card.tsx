'use client';
import { PackageCheck, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ROOM } from '@/components/stock/inventory/labels';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { formatAmount } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import type { Order, Return } from './types';

const ReturnDialog = lazy(() => import('./return-dialog').then((m) => ({ default: m.ReturnDialog })));

/** What was found of a line that came back: "1 of 2, damaged · Quarantine". */
function foundOf(line: Return['lines'][number]): string {
  const { received_quantity: received, quantity, condition, room_type } = line;
  if (received === null) return formatAmount(quantity, line);
  const units =
    received === quantity
      ? formatAmount(quantity, line)
      : `${formatAmount(received, line)} of ${formatAmount(quantity, line)}`;
  return [condition ? `${units} ${condition}` : units, room_type && ROOM[room_type]]
    .filter(Boolean)
    .join(' · ');
}

/** Units that arrived and the retailer did not accept, on their way back; the seller counts them line by line. */
export function ReturnsCard({ order, maySeller }: { order: Order; maySeller: boolean }) {
  const [counting, setCounting] = useState<Return | null>(null);
  const delivered = order.status === 'delivered';
  const { data } = trpc.returns.list.useQuery({ order_id: order.id }, { enabled: delivered });
  const returns = data?.data ?? [];
  if (returns.length === 0) return null;
  return (
    <Card title="Returns">
      <ul className="flex flex-col gap-4">
        {returns.map((one) => (
          <li key={one.id}>
            <Badge
              tone={one.status === 'open' ? 'warning' : 'success'}
              icon={one.status === 'open' ? Undo2 : PackageCheck}
            >
              {one.status === 'open' ? 'On its way back' : 'Received'}
            </Badge>
            <ul className="mt-2">
              {one.lines.map((line) => (
                <li key={line.item_id} className="flex justify-between gap-3">
                  <span className="min-w-0 break-words">{line.product_name}</span>
                  <span className="text-right tabular-nums">{foundOf(line)}</span>
                </li>
              ))}
            </ul>
            {one.status === 'open' && maySeller && (
              <Button className="mt-3 print:hidden" onClick={() => setCounting(one)}>
                Count return
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {counting && <ReturnDialog order={order} returned={counting} onClose={() => setCounting(null)} />}
      </Suspense>
    </Card>
  );
}
