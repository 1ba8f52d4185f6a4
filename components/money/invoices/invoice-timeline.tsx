'use client';
import {
  Banknote,
  BellRing,
  CalendarClock,
  CircleCheck,
  Eye,
  FileText,
  MailCheck,
  ReceiptText,
} from 'lucide-react';
import { paymentName } from '@/components/money/payments/labels';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { Timeline, TimelineItem } from '@/components/ui/base/timeline';
import { formatDate, formatMoney, todayIn } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CreditNoteLink } from './credit-note-link';
import { paymentsOf } from './detail-inputs';
import type { CreditNote, Invoice } from './types';

/** What happened to an invoice from its issue until it is paid, the latest first. */
export function InvoiceTimeline({ invoice, notes }: { invoice: Invoice; notes: readonly CreditNote[] }) {
  const { isLimited, entity } = useViewer();
  const { data } = trpc.payments.list.useQuery(paymentsOf(invoice.id), { enabled: !isLimited });
  const told = [
    { key: 'mailed', at: invoice.mailed_at, icon: MailCheck, title: 'Emailed' },
    { key: 'seen', at: invoice.seen_at, icon: Eye, title: `Seen by ${invoice.buyer.name}` },
    { key: 'reminded', at: invoice.reminded_at, icon: BellRing, title: 'Reminded' },
  ].flatMap(({ at, ...one }) =>
    at ? [{ ...one, day: todayIn(entity.timezone, new Date(at)), text: null }] : [],
  );
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
  ];
  const happened = [...told, ...settled].sort((one, other) => other.day.localeCompare(one.day));
  const paidOn = [invoice.issued_on, ...settled.map(({ day }) => day)].sort().at(-1);
  const isPaid = invoice.status === 'settled';
  return (
    <Card title="Timeline">
      <Timeline label="Timeline of the invoice">
        {isPaid && <TimelineItem icon={CircleCheck} title="Paid" meta={formatDate(paidOn)} />}
        {happened.map(({ key, day, icon, title, text }) => (
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
