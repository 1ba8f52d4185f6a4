import { ArrowLeft } from 'lucide-react';
import { unitsText } from '@/components/catalog/goods/amounts';
import { PrintButton } from '@/components/orders/documents/print-button';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { formatCount, formatDay } from '@/components/ui/format';
import { momentText } from '@/server/kernel/moment-text';
import { RECALL_CLASS } from './labels';
import type { Holder, Recall } from './types';

/** Who writes: as the business says it of itself. */
export interface Sender {
  name: string;
  legal_name: string;
  license_number: string;
  address: { street: string; city: string; state: string; zip: string };
  contact: { email: string; phone: string | null };
}

/** The letters of a recall, each holder's on a page of its own; the bar above them stays off the paper. */
export function RecallLetters({
  recall,
  holders,
  sender,
  today,
  timezone,
}: {
  recall: Recall;
  /** To whom. */
  holders: readonly Holder[];
  sender: Sender;
  /** Now, as the server says it. */
  today: Date;
  timezone: string;
}) {
  const total = (recall.progress?.holders ?? 0) + (recall.checks?.businesses ?? 0);
  return (
    <div className="mx-auto max-w-[8.5in]">
      <nav
        aria-label="Letters"
        className="mb-4 flex flex-wrap items-center justify-between gap-2 print:hidden"
      >
        <Button asChild variant="ghost">
          <Link href={`/recalls/${recall.id}`}>
            <ArrowLeft aria-hidden />
            Recall of {recall.batch_id}
          </Link>
        </Button>
        <PrintButton />
      </nav>
      <main>
        <h1 className="mb-4 font-semibold text-2xl print:hidden">
          {holders.length === 1 ? 'Recall letter' : formatCount(holders.length, 'recall letter')}
        </h1>
        {recall.holders.length < total && holders.length > 1 && (
          <p className="mb-4 text-muted print:hidden">
            For the businesses that you supplied, at most {recall.holders.length}. Resellers notify their own
            customers.
          </p>
        )}
        {holders.length === 0 && <p>No other business has or had units of this batch.</p>}
        <div className="flex flex-col gap-6 print:block">
          {holders.map((holder) => (
            <Letter
              key={holder.entity.id}
              recall={recall}
              holder={holder}
              sender={sender}
              date={formatDay(today, timezone)}
              timezone={timezone}
            />
          ))}
        </div>
      </main>
    </div>
  );
}

function Letter({
  recall,
  holder,
  sender,
  date,
  timezone,
}: {
  recall: Recall;
  holder: Holder;
  sender: Sender;
  date: string;
  timezone: string;
}) {
  const made = recall.derived.filter((one) => one.yours && one.confirmed_at !== null);
  const { address, contact } = sender;
  const due = recall.status === 'open' && recall.respond_by;
  return (
    <article
      aria-label={`Letter to ${holder.entity.name}`}
      className="rounded-lg border border-border bg-surface p-6 shadow-xs sm:p-10 print:break-after-page print:border-0 print:p-0 print:shadow-none print:last:break-after-auto"
    >
      <header className="flex flex-wrap justify-between gap-x-8 gap-y-4">
        <div>
          <p className="font-semibold">{sender.legal_name}</p>
          {sender.name !== sender.legal_name && <p>{sender.name}</p>}
          <p>License {sender.license_number}</p>
          <p>
            {address.street}, {address.city}, {address.state} {address.zip}
          </p>
        </div>
        <p>{date}</p>
      </header>
      <address className="mt-6 not-italic">
        <p className="font-semibold">{holder.entity.name}</p>
        <p>License {holder.entity.license_number}</p>
      </address>
      <h2 className="mt-6 border-text border-b pb-2 font-semibold text-xl">
        Class {recall.class} recall: {recall.product_name}, batch {recall.batch_id}
      </h2>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)] print:grid-cols-[10rem_minmax(0,1fr)]">
        <Fact term="Recalled batches">
          {[recall, ...made].map((one) => (
            <p key={one.batch}>
              <strong className="font-semibold">{one.batch_id}</strong>, {one.product_name}
            </p>
          ))}
        </Fact>
        <Fact term="Classification">
          Class {recall.class}: {RECALL_CLASS[recall.class]}
        </Fact>
        <Fact term="Reason">{recall.reason}</Fact>
        <Fact term="What to do">{recall.instructions}</Fact>
        <Fact term="Your units">
          {holder.shipped > 0 && `Our records show ${unitsText(holder.shipped, recall)} shipped to you. `}
          All units are on hold: don&apos;t sell, ship or move them.
          {holder.unassigned || (holder.unknown_units ?? 0) > 0
            ? ' Check units without a batch number by hand.'
            : ''}
        </Fact>
        <Fact term="Respond">
          <strong className="font-semibold">
            {due ? `By ${momentText(due, timezone)}` : 'As soon as you have checked your units'}
          </strong>
          , with how {recall.step ? 'much' : 'many units'} you quarantined, destroyed, sent back and had
          already sold. Respond in Tallyleaf, or write to the contact below.
        </Fact>
        <Fact term="Contact">
          {sender.name}
          {`\n${contact.email}`}
          {contact.phone && `\n${contact.phone}`}
        </Fact>
      </dl>
      <p className="mt-16 max-w-72 border-text border-t pt-1 text-muted text-xs">
        For {sender.legal_name}: name, signature, date
      </p>
    </article>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{term}</dt>
      <dd className="wrap-anywhere min-w-0 whitespace-pre-line max-sm:-mt-2 print:mt-0">{children}</dd>
    </div>
  );
}
