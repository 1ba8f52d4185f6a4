'use client';
import { useState } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { totalText } from '@/components/catalog/goods/amounts';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { ROOM } from '@/components/stock/inventory/labels';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { showDone } from '@/components/ui/base/toast';
import { formatAmount } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useLeaving } from '@/components/ui/forms/use-leaving';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CountTable } from './count-table';
import { NoteField } from './note-field';
import { RECEIPT_REASON } from './receipt-reasons';
import { type Condition, type CountedReturn, countsOf, type Room, returnLines } from './return-counts';
import type { Order, Return } from './types';

const CONDITIONS: readonly { value: Condition | ''; label: string }[] = [
  { value: '', label: 'Not inspected' },
  { value: 'sellable', label: 'Sellable' },
  { value: 'damaged', label: 'Damaged' },
  { value: 'destroyed', label: 'Destroyed' },
];
const ROOMS: readonly Room[] = ['quarantine', 'vault', 'sales_floor'];

/** The seller counts what came back, line by line: how much, and in which condition. */
export function ReturnDialog({
  order,
  returned,
  onClose,
}: {
  order: Order;
  returned: Return;
  onClose: () => void;
}) {
  const { locations } = useViewer();
  const [lines, setLines] = useState(() => countsOf(returned, order));
  const [touched, setTouched] = useState(false);
  const [place, setPlace] = useState(locations[0]?.id ?? '');
  const [room, setRoom] = useState<Room>('quarantine');
  const [notes, setNotes] = useState('');
  const receive = trpc.returns.receive.useMutation({
    onSuccess: () => {
      showDone(`Return of ${order.order_number} received`);
      onClose();
    },
  });
  const { leave, question } = useLeaving({
    touched: touched || notes.trim() !== '',
    pending: receive.isPending,
    onClose,
  });
  const change = (next: CountedReturn) => {
    setTouched(true);
    setLines((all) => all.map((one) => (one.key === next.key ? next : one)));
  };
  const arrived = totalText(lines.map((line) => ({ count: line.arrived, goods: line.goods })));
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        size="lg"
        title={`Receive return of ${order.order_number}`}
        description={`From ${order.retailer.name}. Damaged and uninspected units go to quarantine, destroyed ones into no stock.`}
        footer={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button
              variant="primary"
              pending={receive.isPending}
              disabled={place === ''}
              onClick={() =>
                receive.mutate({
                  id: returned.id,
                  location_id: place,
                  lines: returnLines(lines, room),
                  ...(notes.trim() && { notes: notes.trim() }),
                })
              }
            >
              Receive {arrived}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormAlert message={receive.error ? errorText(receive.error) : undefined} />
          <CountTable
            caption="Lines of the return"
            columns={['Product', 'Expected', 'Arrived', 'Condition']}
            alignment={{ Expected: 'pr-3 text-right' }}
          >
            {lines.map((line) => (
              <Line key={line.key} line={line} onChange={change} />
            ))}
          </CountTable>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Location">
              <Select
                options={locations.map(({ id, name }) => ({ value: id, label: name }))}
                value={place}
                onValueChange={setPlace}
              />
            </Field>
            {lines.some(({ condition }) => condition === 'sellable') && (
              <Field label="Room of sellable units" hint="Lots on hold or expired go to quarantine only.">
                <Select
                  options={ROOMS.map((value) => ({ value, label: ROOM[value] }))}
                  value={room}
                  onValueChange={setRoom}
                />
              </Field>
            )}
          </div>
          <NoteField partner={order.retailer.name} value={notes} onChange={setNotes} />
        </div>
      </Dialog>
      {question}
    </>
  );
}

function Line({ line, onChange }: { line: CountedReturn; onChange: (line: CountedReturn) => void }) {
  const name = [line.goods.product_name, line.lot?.package_tag ?? line.lot?.batch_id]
    .filter(Boolean)
    .join(' ');
  return (
    <tr className="border-border border-b align-top last:border-b-0 max-sm:grid max-sm:grid-cols-2 max-sm:gap-2 max-sm:py-2">
      <th scope="row" className="py-2 pr-3 text-left font-normal max-sm:col-span-2 max-sm:py-0">
        <ItemCell goods={line.goods} lots={line.lot ? [line.lot] : []} />
        {line.reason && (
          <span className="block pl-9.5 text-muted text-xs">Reported: {RECEIPT_REASON[line.reason]}</span>
        )}
      </th>
      <td className="py-2 pr-3 text-right tabular-nums max-sm:col-span-2 max-sm:py-0 max-sm:text-left">
        {formatAmount(line.expected, line.goods)}
        <span className="sm:hidden"> expected</span>
      </td>
      <td className="w-24 py-1 pr-2 max-sm:w-auto">
        <span aria-hidden className="text-muted text-xs sm:hidden">
          Arrived
        </span>
        <AmountInput
          goods={line.goods}
          aria-label={`Arrived ${name}`}
          min={0}
          max={line.expected}
          value={line.arrived}
          onValueChange={(value) => onChange({ ...line, arrived: Math.min(value ?? 0, line.expected) })}
        />
      </td>
      <td className="w-40 py-1 max-sm:w-auto">
        <span aria-hidden className="text-muted text-xs sm:hidden">
          Condition
        </span>
        <Select
          aria-label={`Condition of ${name}`}
          options={CONDITIONS}
          value={line.condition ?? ''}
          onValueChange={(condition) => onChange({ ...line, condition: condition || null })}
        />
      </td>
    </tr>
  );
}
