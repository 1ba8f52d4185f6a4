'use client';
import { PackageCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatAmount } from '@/components/format';
import { errorText } from '@/components/forms/error-text';
import { FormAlert } from '@/components/forms/form-alert';
import { totalText } from '@/components/goods/amounts';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { showDone } from '@/components/ui/toast';
import type { Order } from './types';

/** Units that the retailer did not accept, on their way back; the seller books them into quarantine. */
export function ReturnsCard({ order, maySeller }: { order: Order; maySeller: boolean }) {
  const [place, setPlace] = useState('');
  const delivered = order.status === 'delivered';
  const { data } = trpc.returns.list.useQuery({ order_id: order.id }, { enabled: delivered });
  const returns = data?.data ?? [];
  const { locations } = useViewer();
  const receive = trpc.returns.receive.useMutation({
    onSuccess: () => showDone(`Return of ${order.order_number} received`),
  });
  if (returns.length === 0) return null;
  const location = place || locations[0]?.id || '';
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
                  <span className="tabular-nums">
                    {line.received_quantity === null || line.received_quantity === line.quantity
                      ? formatAmount(line.quantity, line)
                      : `${formatAmount(line.received_quantity, line)} of ${formatAmount(line.quantity, line)}`}
                  </span>
                </li>
              ))}
            </ul>
            {one.status === 'open' && maySeller && (
              <div className="mt-3 flex flex-col gap-2 print:hidden">
                <FormAlert message={receive.error ? errorText(receive.error) : undefined} />
                <Field label="Into quarantine at">
                  <Select
                    options={locations.map(({ id, name }) => ({ value: id, label: name }))}
                    value={location}
                    onValueChange={setPlace}
                  />
                </Field>
                <Button
                  pending={receive.isPending}
                  disabled={location === ''}
                  onClick={() => receive.mutate({ id: one.id, location_id: location })}
                >
                  Receive {totalText(one.lines.map((line) => ({ count: line.quantity, goods: line })))}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
