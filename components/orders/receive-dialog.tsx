'use client';
import { ScanBarcode } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { formatAmount } from '@/components/format';
import { errorText } from '@/components/forms/error-text';
import { FormAlert } from '@/components/forms/form-alert';
import { useLeaving } from '@/components/forms/use-leaving';
import { AmountInput } from '@/components/goods/amount-input';
import { totalText } from '@/components/goods/amounts';
import { ItemCell } from '@/components/goods/item-cell';
import { LotChip } from '@/components/goods/lot-chip';
import { trpc } from '@/components/providers/trpc';
import { ScanButton } from '@/components/scanner/scan-button';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { showDone } from '@/components/ui/toast';
import {
  type CountedLot,
  lotsOf,
  type ReceiptReason,
  receiptLines,
  rejectedOf,
  scan,
  withCount,
} from './receive-lines';
import type { SideRules } from './side-rules';
import type { Order } from './types';

const REASONS: readonly { value: ReceiptReason; label: string }[] = [
  { value: 'short', label: 'Short' },
  { value: 'wrong_item', label: 'Wrong item' },
  { value: 'damaged', label: 'Damaged' },
  { value: 'expired', label: 'Expired' },
  { value: 'failed_inspection', label: 'Failed inspection' },
  { value: 'temperature', label: 'Temperature' },
  { value: 'other', label: 'Other' },
];

/** Enter moves to the next field instead of sending a count that isn't finished. */
function moveOn(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-count] input, textarea')];
  fields[fields.indexOf(event.target) + 1]?.focus();
}

function Line({
  line,
  leads,
  onChange,
}: {
  line: CountedLot;
  /** False for further lots of the line above. */
  leads: boolean;
  onChange: (line: CountedLot) => void;
}) {
  const rejected = rejectedOf(line);
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
      </td>
      <td data-count className="w-24 py-1 pr-2 max-sm:w-auto">
        <span aria-hidden className="text-muted text-xs sm:hidden">
          Accepted
        </span>
        <AmountInput
          goods={line.goods}
          aria-label={`Accepted ${name}`}
          min={0}
          max={line.shipped - line.damaged}
          value={line.accepted}
          onValueChange={(value) => onChange(withCount(line, { accepted: value ?? 0 }))}
        />
      </td>
      <td data-count className="w-24 py-1 pr-2 max-sm:w-auto">
        <span aria-hidden className="text-muted text-xs sm:hidden">
          Damaged
        </span>
        <AmountInput
          goods={line.goods}
          aria-label={`Damaged ${name}`}
          min={0}
          max={line.shipped}
          value={line.damaged}
          onValueChange={(value) => onChange(withCount(line, { damaged: value ?? 0 }))}
        />
      </td>
      <td className="w-40 py-1 max-sm:w-auto">
        {rejected > 0 ? (
          <Select
            aria-label={`Why ${totalText([{ count: rejected, goods: line.goods }])} of ${name} are missing or rejected`}
            options={REASONS.map((reason) => ({
              ...reason,
              label: `${formatAmount(rejected, line.goods)} · ${reason.label}`,
            }))}
            value={line.reason}
            onValueChange={(reason) => onChange({ ...line, reason })}
          />
        ) : (
          <span className="block py-2 text-muted text-sm">Complete</span>
        )}
      </td>
    </tr>
  );
}

/** Receives an order lot by lot: by scanning, by typing, with what is short or damaged. */
export function ReceiveDialog({
  order,
  side,
  onClose,
}: {
  order: Order;
  /** The seller records what its driver sees. */
  side: SideRules['side'];
  onClose: () => void;
}) {
  const sells = side === 'wholesaler';
  const partner = sells ? order.retailer.name : order.wholesaler.name;
  const [lines, setLines] = useState(() => lotsOf(order.items));
  const [touched, setTouched] = useState(false);
  const [code, setCode] = useState('');
  const [scanned, setScanned] = useState<{ text: string; known: boolean } | null>(null);
  const [notes, setNotes] = useState('');
  const [signer, setSigner] = useState('');
  const counting = useRef(false);
  const receive = trpc.orders.fileReceipt.useMutation({
    onSuccess: () => {
      showDone(`${order.order_number} received`);
      onClose();
    },
  });
  const { leave, question } = useLeaving({
    touched: touched || notes.trim() !== '' || signer.trim() !== '',
    pending: receive.isPending,
    onClose,
  });
  const count = (change: (before: CountedLot[]) => CountedLot[]) => {
    setTouched(true);
    setLines(change);
  };
  const take = (read: string) => {
    const { lots: counted, ...said } = scan(lines, read, !counting.current);
    if (said.known) {
      counting.current = true;
      count(() => counted);
    }
    setScanned(said);
    return said.text;
  };
  const sum = (of: (line: CountedLot) => number) =>
    totalText(lines.map((line) => ({ count: of(line), goods: line.goods })));
  const accepted = sum((line) => line.accepted);
  const missing = lines.reduce((sum, line) => sum + line.shipped - line.accepted, 0);
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        size="lg"
        title={`${sells ? 'Record receipt of' : 'Receive'} ${order.order_number}`}
        description={
          sells
            ? `What ${partner} takes. The rest comes back as a return. It can correct this for 72 hours.`
            : `From ${partner}. Units that you don't accept become a return.`
        }
        footer={
          <>
            <p className={`mr-auto self-center text-muted ${missing > 0 ? '' : 'max-sm:hidden'}`}>
              {accepted} accepted
              {missing > 0 && ` · ${sum((line) => line.shipped - line.accepted)} not accepted`}
            </p>
            <Button onClick={leave}>Cancel</Button>
            <Button
              variant="primary"
              pending={receive.isPending}
              onClick={() =>
                receive.mutate({
                  id: order.id,
                  lines: receiptLines(lines),
                  ...(notes.trim() && { notes: notes.trim() }),
                  ...(signer.trim() && { signed_by: signer.trim() }),
                })
              }
            >
              {sells ? 'Record' : 'Receive'} {accepted}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormAlert message={receive.error ? errorText(receive.error) : undefined} />
          <Field
            label="Scan or type a SKU, batch or package tag"
            hint="The first scan starts the count at zero."
          >
            <span className="relative block">
              <ScanBarcode aria-hidden className="absolute top-2.5 left-3 size-4 text-muted" />
              <Input
                autoFocus
                autoComplete="off"
                className="pl-9"
                value={code}
                onChange={(event) => setCode(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  if (code.trim() !== '') take(code);
                  setCode('');
                }}
              />
            </span>
          </Field>
          <ScanButton onScan={take} loseNothing />
          <p role="status" className={scanned && !scanned.known ? 'text-destructive' : 'text-muted'}>
            {scanned?.text}
          </p>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in one of its fields moves to the next */}
          <div onKeyDown={moveOn} className="flex flex-col gap-4">
            <table className="w-full max-sm:block">
              <caption className="sr-only">Lines of {order.order_number}</caption>
              <thead className="max-sm:sr-only">
                <tr className="border-border border-b text-left text-muted text-xs">
                  {['Product', 'Shipped', 'Accepted', 'Damaged', 'Missing or rejected'].map((label) => (
                    <th
                      key={label}
                      scope="col"
                      className={
                        label === 'Shipped' ? 'py-1.5 pr-3 text-right font-medium' : 'py-1.5 font-medium'
                      }
                    >
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="max-sm:block">
                {lines.map((line, index) => (
                  <Line
                    key={line.key}
                    line={line}
                    leads={lines[index - 1]?.item_id !== line.item_id}
                    onChange={(next) => count((all) => all.map((one) => (one.key === next.key ? next : one)))}
                  />
                ))}
              </tbody>
            </table>
            {sells && (
              <Field label="Signed by" hint={`Who took the goods at ${partner}. Optional.`}>
                <Input
                  maxLength={100}
                  autoComplete="off"
                  value={signer}
                  onChange={(event) => setSigner(event.target.value)}
                />
              </Field>
            )}
            <Field label="Note" hint={`Visible to ${partner}`}>
              <Textarea
                rows={2}
                maxLength={1000}
                value={notes}
                onChange={(event) => setNotes(event.target.value)}
              />
            </Field>
          </div>
        </div>
      </Dialog>
      {question}
    </>
  );
}
