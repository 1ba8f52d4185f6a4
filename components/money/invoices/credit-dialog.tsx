'use client';
import { ChevronDown } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { Button } from '@/components/ui/base/button';
import { cn } from '@/components/ui/base/class-names';
import { Dialog } from '@/components/ui/base/dialog';
import { EntryTable } from '@/components/ui/base/entry-table';
import { Field } from '@/components/ui/base/field';
import { NumberInput } from '@/components/ui/base/number-input';
import { showDone } from '@/components/ui/base/toast';
import { formatAmount, formatMoney } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useLeaving } from '@/components/ui/forms/use-leaving';
import { trpc } from '@/components/ui/providers/trpc';
import { type Credited, creditedLines, discountOf, goodsOf, type Lowered, remainingOf } from './credit-draft';
import { NO_REASON, ReasonFields, reasonText } from './credit-reason';
import type { CreditNote, Invoice } from './types';
import { useCreditQuote } from './use-credit-quote';

/** Takes units off lines of an invoice, lowers prices or gives a discount. Taxes and discounts follow, and the server says what it comes to. */
export function CreditDialog({
  invoice,
  notes,
  onClose,
}: {
  invoice: Invoice;
  /** Its earlier credit notes. */
  notes: readonly CreditNote[];
  onClose: () => void;
}) {
  const formId = useId();
  const [credited, setCredited] = useState<Credited>(new Map());
  const [lowered, setLowered] = useState<Lowered>(new Map());
  const [discount, setDiscount] = useState<number | null>(null);
  const [more, setMore] = useState(false);
  const [given, setGiven] = useState(NO_REASON);
  const reason = reasonText(given);
  const [tried, setTried] = useState(false);
  const issue = trpc.invoices.issueCredit.useMutation();
  const lines = remainingOf(invoice.lines, notes).filter(({ left }) => left > 0);
  const chosen = creditedLines(lines, credited, lowered);
  const extra = discount ?? 0;
  const nothing = chosen.length === 0 && extra <= 0;
  const newDiscount =
    extra > 0 ? { discount: Math.round((discountOf(invoice, notes) + extra) * 100) / 100 } : {};
  const { quote, current } = useCreditQuote(
    nothing ? null : { id: invoice.id, lines: chosen, ...newDiscount },
  );
  const { leave, question } = useLeaving({
    touched: credited.size > 0 || lowered.size > 0 || discount !== null || given !== NO_REASON,
    pending: issue.isPending,
    onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (issue.isPending || nothing || reason === null) return;
    issue.mutate(
      { id: invoice.id, lines: chosen, reason, ...newDiscount },
      {
        onSuccess: ({ number, total }) => {
          showDone(`${number} issued`, formatMoney(total));
          onClose();
        },
      },
    );
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title={`Credit ${invoice.number}`}
        description="Discounts and taxes follow. It settles this invoice first; the rest stays unapplied."
        footer={
          <>
            <CreditSum quote={quote} current={current} />
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={issue.isPending}>
              Issue credit
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <FormAlert
            message={
              errorTextOf(issue.error) ?? (tried && nothing ? 'Enter what to credit first.' : undefined)
            }
          />
          <EntryTable caption={`Lines of ${invoice.number}`} heads={['Product', 'Remaining', 'Credit']}>
            {lines.map((line, at) => {
              const goods = goodsOf(line);
              return (
                <tr key={line.item_id} className="border-border border-b last:border-b-0">
                  <th scope="row" className="wrap-anywhere py-2 pr-3 text-left font-normal">
                    <span className="font-medium">{line.product_name}</span> {line.variant_name}
                    <span className="block text-muted text-xs">
                      {line.sku} · {formatMoney(line.unit_price)}
                      {line.unit && `/${line.unit}`}
                    </span>
                  </th>
                  <td className="py-2 text-right tabular-nums">{formatAmount(line.left, goods)}</td>
                  <td className="py-2 pl-4">
                    <AmountInput
                      autoFocus={at === 0}
                      aria-label={`Credit of ${line.product_name} ${line.sku}`}
                      goods={goods}
                      min={0}
                      max={line.left}
                      value={credited.get(line.item_id) ?? null}
                      onValueChange={(off) => setCredited(new Map(credited).set(line.item_id, off ?? 0))}
                    />
                  </td>
                </tr>
              );
            })}
          </EntryTable>
          {more ? (
            <>
              <EntryTable
                caption={`Prices of ${invoice.number}`}
                heads={['Lower a price', 'Present price', 'New price']}
              >
                {lines.map(({ item_id, product_name, variant_name, sku, unit, unit_price }, at) => (
                  <tr key={item_id} className="border-border border-b last:border-b-0">
                    <th scope="row" className="wrap-anywhere py-2 pr-3 text-left font-normal">
                      <span className="font-medium">{product_name}</span> {variant_name}
                      <span className="block text-muted text-xs">{sku}</span>
                    </th>
                    <td className="py-2 text-right tabular-nums">
                      {formatMoney(unit_price)}
                      {unit && <span className="text-muted">/{unit}</span>}
                    </td>
                    <td className="py-2 pl-4">
                      <NumberInput
                        // The button that asked for the prices is gone, and the focus with it.
                        autoFocus={at === 0}
                        aria-label={`New price of ${product_name} ${sku}`}
                        money
                        min={0}
                        max={unit_price}
                        value={lowered.get(item_id) ?? null}
                        onValueChange={(price) => setLowered(new Map(lowered).set(item_id, price))}
                      />
                    </td>
                  </tr>
                ))}
              </EntryTable>
              <Field label="Further discount (optional)" hint="Off the whole order, before taxes.">
                <NumberInput
                  money
                  min={0}
                  value={discount}
                  onValueChange={setDiscount}
                  className="sm:max-w-48"
                />
              </Field>
            </>
          ) : (
            <Button size="sm" variant="ghost" className="self-start" onClick={() => setMore(true)}>
              <ChevronDown aria-hidden />
              Lower prices or give a discount
            </Button>
          )}
          <ReasonFields
            value={given}
            onChange={setGiven}
            error={tried && reason === null ? 'Choose a reason' : undefined}
          />
        </form>
      </Dialog>
      {question}
    </>
  );
}

/** What the credit comes to so far, taxes included. */
function CreditSum({
  quote,
  current,
}: {
  quote: { total: number; unapplied: number } | null;
  current: boolean;
}) {
  return (
    <p
      role="status"
      aria-busy={!current}
      className={cn('mr-auto text-sm tabular-nums', !current && 'opacity-50')}
    >
      {quote && (
        <>
          <span className="font-semibold text-base">Credit {formatMoney(quote.total)}</span>
          {quote.unapplied > 0 && (
            <span className="block text-muted">{formatMoney(quote.unapplied)} stays unapplied</span>
          )}
        </>
      )}
    </p>
  );
}
