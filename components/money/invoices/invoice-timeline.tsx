'use client';
import { Banknote, CalendarClock, CircleCheck, FileText, ReceiptText } from 'lucide-react';
import { paymentName } from '@/components/money/payments/labels';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { Timeline, TimelineItem } from '@/components/ui/base/timeline';
import { formatDate, formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CreditNoteLink } from './credit-note-link';
import { paymentsOf } from './detail-inputs';
import type { CreditNote, Invoice } from './types';

/** What happened to an invoice from its issue until it is paid, the latest first. */
export function InvoiceTimeline({ invoice, notes }: { invoice: Invoice; notes: readonly CreditNote[] }) {
  const { isLimited } = useViewer();
  const { data } = trpc.payments.list.useQuery(paymentsOf(invoice.id), { enabled: !isLimited });
  const settled = [
    ...notes.map((note) => ({
      key: note.id,
      day: note.issued_on,
      icon: ReceiptText,
      title: <CreditNoteLink note={note} />,
      text: `${formatMoney(note.total)} credited: ${note.reason}`,
    })),
    ...(data?.data ?? []).flatMap((payment) =>
      payment.allocations
        .filter(({ invoice: of, reversed_on }) => of?.id === invoice.id && reversed_on === null)
        .map(({ id, amount, made_on }) => ({
          key: id,
          day: made_on,
          icon: Banknote,
          title: (
            <Link href={`/payments/${payment.id}`} className="text-link hover:underline">
              {paymentName(payment)}
            </Link>
          ),
          text: `${formatMoney(amount)} applied`,
        })),
    ),
  ].sort((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0));
  const isPaid = invoice.status === 'settled';
  return (
    <Card title="Timeline">
      <Timeline label="Timeline of the invoice">
        {isPaid && (
          <TimelineItem
            icon={CircleCheck}
            title="Paid"
            meta={formatDate(settled[0]?.day ?? invoice.issued_on)}
          />
        )}
        {settled.map(({ key, day, icon, title, text }) => (
          <TimelineItem key={key} icon={icon} title={title} meta={formatDate(day)}>
            {text}
          </TimelineItem>
        ))}
        {!isPaid && (
          <TimelineItem
            icon={CalendarClock}
            title={invoice.overdue ? 'Overdue' : 'Due'}
            meta={formatDate(invoice.due_on)}
          >
            {formatMoney(invoice.balance)} to pay
          </TimelineItem>
        )}
        <TimelineItem icon={FileText} title="Issued" meta={formatDate(invoice.issued_on)}>
          {formatMoney(invoice.total)}
        </TimelineItem>
      </Timeline>
    </Card>
  );
}
