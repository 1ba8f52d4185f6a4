'use client';
import { CheckCheck } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { totalText } from '@/components/catalog/goods/amounts';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useLeaving } from '@/components/ui/forms/use-leaving';
import { CountTable } from './count-table';
import { NoteField } from './note-field';
import { partnerOf } from './partner-of';
import { COLUMNS, ReceiveLine } from './receive-line';
import { type CountedLot, receiptLines } from './receive-lines';
import { ReceiveScan } from './receive-scan';
import type { SideRules } from './side-rules';
import type { Order, Receipt } from './types';
import { useCount } from './use-count';
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
  reports = false,
  onClose,
  onDone,
}: {
  order: Order;
  /** The seller records what its driver sees. */
  side: SideRules['side'];
  /** The one to correct; null to file one. */
  receipt?: Receipt | null;
  /** Says what was found after it was received. */
  reports?: boolean;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}) {
  const sells = side === 'wholesaler';
  const partner = partnerOf(order, side);
  const corrects = receipt !== null || order.status === 'delivered';
  const { lines, touched, scanned, count, take } = useCount(order, receipt);
  const before = receipt?.notes ?? '';
  const [notes, setNotes] = useState(before);
  const [signer, setSigner] = useState('');
  const receive = useReceipt(order, receipt, () => {
    onClose();
    onDone?.();
  });
  const noted = notes.trim() !== before;
  const { leave, question } = useLeaving({
    touched: touched || noted || signer.trim() !== '',
    pending: receive.pending,
    onClose,
  });
  const accepted = sumOf(lines, (line) => line.accepted);
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
        {...headOf(order, sells, corrects, reports)}
        footer={
          <ReceiveFooter
            lines={lines}
            sendText={acceptsAll ? null : sendText(accepted, sells, corrects, reports)}
            pending={receive.pending}
            disabled={corrects && !touched && !noted}
            onLeave={leave}
            onSend={send}
          />
        }
      >
        <div className="flex flex-col gap-4">
          <FormAlert message={errorTextOf(receive.error)} />
          {acceptsAll && <AcceptAll accepted={accepted} pending={receive.pending} onClick={send} />}
          <ReceiveScan take={take} scanned={scanned} />
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

/** What the dialog is called, and what becomes of what it counts. */
function headOf(
  { order_number, retailer, wholesaler }: Order,
  sells: boolean,
  corrects: boolean,
  reports: boolean,
) {
  if (!sells) {
    const act = reports ? 'Report a problem with' : corrects ? 'Correct receipt of' : 'Receive';
    return {
      title: `${act} ${order_number}`,
      description: `From ${wholesaler.name}. Damaged and rejected units go back, short ones are credited.`,
    };
  }
  return {
    title: `${corrects ? 'Correct' : 'Record'} receipt of ${order_number}`,
    description: `What ${retailer.name} takes. Damaged and rejected units come back as a return. ${retailer.name} can correct this for 72 hours.`,
  };
}

function sendText(accepted: string, sells: boolean, corrects: boolean, reports: boolean): string {
  if (reports) return 'Report problem';
  return corrects ? 'Correct receipt' : `${sells ? 'Record' : 'Receive'} ${accepted}`;
}

const sumOf = (lines: readonly CountedLot[], of: (line: CountedLot) => number) =>
  totalText(lines.map((line) => ({ count: of(line), goods: line.goods })));

function ReceiveFooter({
  lines,
  sendText,
  pending,
  disabled,
  onLeave,
  onSend,
}: {
  lines: readonly CountedLot[];
  /** Null while a button above accepts all of it. */
  sendText: string | null;
  pending: boolean;
  disabled: boolean;
  onLeave: () => void;
  onSend: (event: MouseEvent) => void;
}) {
  const missing = lines.reduce((sum, line) => sum + line.shipped - line.accepted, 0);
  return (
    <>
      <p className={`mr-auto self-center text-muted ${missing > 0 ? '' : 'max-sm:hidden'}`}>
        {sumOf(lines, (line) => line.accepted)} accepted
        {missing > 0 && ` · ${sumOf(lines, (line) => line.shipped - line.accepted)} not accepted`}
      </p>
      <Button onClick={onLeave}>Cancel</Button>
      {sendText !== null && (
        <Button variant="primary" pending={pending} disabled={disabled} onClick={onSend}>
          {sendText}
        </Button>
      )}
    </>
  );
}

function AcceptAll({
  accepted,
  pending,
  onClick,
}: {
  accepted: string;
  pending: boolean;
  onClick: (event: MouseEvent) => void;
}) {
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="primary"
        className="self-start max-sm:self-stretch"
        pending={pending}
        onClick={onClick}
      >
        {!pending && <CheckCheck aria-hidden />}
        Accept all {accepted}
      </Button>
      <p className="text-muted">Something wrong? Scan what arrived, or change its lines.</p>
    </div>
  );
}
