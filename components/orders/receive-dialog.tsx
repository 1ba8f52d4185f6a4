'use client';
import { CheckCheck, ScanBarcode } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { errorText } from '@/components/forms/error-text';
import { FormAlert } from '@/components/forms/form-alert';
import { useLeaving } from '@/components/forms/use-leaving';
import { totalText } from '@/components/goods/amounts';
import { ScanButton } from '@/components/scanner/scan-button';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CountTable } from './count-table';
import { NoteField } from './note-field';
import { COLUMNS, ReceiveLine } from './receive-line';
import { asReceived, type CountedLot, lotsOf, receiptLines, scan } from './receive-lines';
import type { SideRules } from './side-rules';
import type { Order, Receipt } from './types';
import { useReceipt } from './use-receipt';

/** Enter moves to the next field instead of sending a count that isn't finished. */
function moveOn(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-count] input, textarea')];
  fields[fields.indexOf(event.target) + 1]?.focus();
}

/**
 * Receives an order lot by lot: all of it by its first button, or by scanning and typing, with what is short, damaged or rejected.
 * Opened by a tap, so nothing is accepted without a second act.
 */
export function ReceiveDialog({
  order,
  side,
  receipt = null,
  onClose,
  onDone,
}: {
  order: Order;
  /** The seller records what its driver sees. */
  side: SideRules['side'];
  /** The one to correct; null to file one. */
  receipt?: Receipt | null;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}) {
  const sells = side === 'wholesaler';
  const partner = sells ? order.retailer.name : order.wholesaler.name;
  const corrects = receipt !== null || order.status === 'delivered';
  const [lines, setLines] = useState(() => {
    const shipped = lotsOf(order.items);
    return receipt ? asReceived(shipped, receipt) : shipped;
  });
  const [touched, setTouched] = useState(false);
  const [code, setCode] = useState('');
  const [scanned, setScanned] = useState<{ text: string; known: boolean } | null>(null);
  const [notes, setNotes] = useState(receipt?.notes ?? '');
  const [signer, setSigner] = useState('');
  const counting = useRef(false);
  const receive = useReceipt(order, receipt, () => {
    onClose();
    onDone?.();
  });
  const noted = notes.trim() !== (receipt?.notes ?? '');
  const { leave, question } = useLeaving({
    touched: touched || noted || signer.trim() !== '',
    pending: receive.pending,
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
  const send = ({ detail }: Pick<MouseEvent, 'detail'>) => {
    // The second click of the double click that opened this accepts nothing.
    if (detail > 1) return;
    receive.send({ lines: receiptLines(lines), notes: notes.trim(), signer: signer.trim() });
  };
  const acceptsAll = !corrects && !touched;
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        size="lg"
        title={`${corrects ? 'Correct receipt of' : sells ? 'Record receipt of' : 'Receive'} ${order.order_number}`}
        description={
          sells
            ? `What ${partner} takes. Damaged and rejected units come back as a return. ${partner} can correct this for 72 hours.`
            : `From ${partner}. Damaged and rejected units go back, short ones are credited.`
        }
        footer={
          <>
            <p className={`mr-auto self-center text-muted ${missing > 0 ? '' : 'max-sm:hidden'}`}>
              {accepted} accepted
              {missing > 0 && ` · ${sum((line) => line.shipped - line.accepted)} not accepted`}
            </p>
            <Button onClick={leave}>Cancel</Button>
            {!acceptsAll && (
              <Button
                variant="primary"
                pending={receive.pending}
                disabled={corrects && !touched && !noted}
                onClick={send}
              >
                {corrects ? 'Correct receipt' : `${sells ? 'Record' : 'Receive'} ${accepted}`}
              </Button>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormAlert message={receive.error ? errorText(receive.error) : undefined} />
          {acceptsAll && (
            <div className="flex flex-col gap-2">
              <Button
                variant="primary"
                className="self-start max-sm:self-stretch"
                pending={receive.pending}
                onClick={send}
              >
                {!receive.pending && <CheckCheck aria-hidden />}
                Accept all {accepted}
              </Button>
              <p className="text-muted">Something wrong? Scan what arrived, or change its lines.</p>
            </div>
          )}
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
            <CountTable
              caption={`Lines of ${order.order_number}`}
              columns={COLUMNS}
              alignment={{ Shipped: 'pr-3 text-right', Short: 'text-right' }}
            >
              {lines.map((line, index) => (
                <ReceiveLine
                  key={line.key}
                  line={line}
                  leads={lines[index - 1]?.item_id !== line.item_id}
                  onChange={(next) => count((all) => all.map((one) => (one.key === next.key ? next : one)))}
                />
              ))}
            </CountTable>
            {sells && !corrects && (
              <Field label="Signed by" hint={`Who took the goods at ${partner}. Optional.`}>
                <Input
                  maxLength={100}
                  autoComplete="off"
                  value={signer}
                  onChange={(event) => setSigner(event.target.value)}
                />
              </Field>
            )}
            <NoteField partner={partner} value={notes} onChange={setNotes} />
          </div>
        </div>
      </Dialog>
      {question}
    </>
  );
}
