'use client';
import { type FormEvent, useId, useState } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { goodsOf } from '@/components/money/invoices/credit-draft';
import type { Invoice } from '@/components/money/invoices/types';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { EntryTable } from '@/components/ui/base/entry-table';
import { Field } from '@/components/ui/base/field';
import { NumberInput } from '@/components/ui/base/number-input';
import { Select } from '@/components/ui/base/select';
import { Textarea } from '@/components/ui/base/textarea';
import { showDone } from '@/components/ui/base/toast';
import { formatAmount, formatMoney } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useLeaving } from '@/components/ui/forms/use-leaving';
import { trpc } from '@/components/ui/providers/trpc';
import { REASON } from './labels';
import type { Dispute } from './types';

type Reason = Dispute['reason'];
const REASONS = (Object.keys(REASON) as Reason[]).map((value) => ({ value, label: REASON[value] }));

/** Tells the seller of a bill which lines are wrong and what they should say. It moves no money. */
export function DisputeDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const formId = useId();
  const [reason, setReason] = useState<Reason>('quantity');
  const [values, setValues] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const open = trpc.disputes.open.useMutation();
  const isPrice = reason === 'price';
  const lines = [...values].flatMap(([item_id, value]) =>
    value === null ? [] : [{ item_id, ...(isPrice ? { unit_price: value } : { quantity: value }) }],
  );
  const { leave, question } = useLeaving({
    touched: values.size > 0 || note !== '',
    pending: open.isPending,
    onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (open.isPending || lines.length === 0) return;
    open.mutate(
      { id: invoice.id, reason, lines, ...(note.trim() && { note: note.trim() }) },
      {
        onSuccess: () => {
          showDone(`${invoice.seller.name} has been notified`, `Dispute of ${invoice.number}`);
          onClose();
        },
      },
    );
  };
  const set = (id: string) => (value: number | null) => setValues(new Map(values).set(id, value));
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title={`Dispute ${invoice.number}`}
        description={`${invoice.seller.name} credits it or declines. Until then you owe what the invoice says.`}
        footer={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={open.isPending}>
              Dispute lines
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <FormAlert
            message={
              errorTextOf(open.error) ??
              (tried && lines.length === 0 ? 'Enter what a line should say first.' : undefined)
            }
          />
          <Field label="What is wrong">
            <Select
              options={REASONS}
              value={reason}
              onValueChange={(next) => {
                setReason(next);
                if ((next === 'price') !== isPrice) setValues(new Map());
              }}
            />
          </Field>
          <EntryTable
            caption={`Lines of ${invoice.number}`}
            heads={['Product', 'Invoiced', isPrice ? 'Price to pay' : 'Quantity to pay']}
          >
            {invoice.lines.map((line) => {
              const label = `${isPrice ? 'Price' : 'Quantity'} to pay of ${line.product_name} ${line.sku}`;
              const goods = goodsOf(line);
              const value = values.get(line.item_id) ?? null;
              return (
                <tr key={line.item_id} className="border-border border-b last:border-b-0">
                  <th scope="row" className="wrap-anywhere py-2 pr-3 text-left font-normal">
                    <span className="font-medium">{line.product_name}</span> {line.variant_name}
                    <span className="block text-muted text-xs">{line.sku}</span>
                  </th>
                  <td className="py-2 text-right tabular-nums">
                    {isPrice ? formatMoney(line.unit_price) : formatAmount(line.quantity, goods)}
                  </td>
                  <td className="py-2 pl-4">
                    {isPrice ? (
                      <NumberInput
                        aria-label={label}
                        money
                        min={0}
                        max={line.unit_price}
                        value={value}
                        onValueChange={set(line.item_id)}
                      />
                    ) : (
                      <AmountInput
                        aria-label={label}
                        goods={goods}
                        min={0}
                        max={line.quantity}
                        value={value}
                        onValueChange={set(line.item_id)}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </EntryTable>
          <Field label="Note (optional)">
            <Textarea
              rows={2}
              maxLength={1000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </form>
      </Dialog>
      {question}
    </>
  );
}
