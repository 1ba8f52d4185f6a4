'use client';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DateRange } from '@/components/ui/base/date-range';
import { DownloadLink } from '@/components/ui/base/download-link';
import { Link } from '@/components/ui/base/link';
import { ScrollRegion } from '@/components/ui/base/scroll-region';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatDate, formatMoney, moveDay, todayIn, UNKNOWN } from '@/components/ui/format';
import { LoadFailed } from '@/components/ui/forms/load-failed';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';

const SendStatement = lazy(() => import('./send-dialog').then((m) => ({ default: m.SendStatement })));

const KIND = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  payment: 'Payment',
  refund: 'Refund',
  void: 'Void',
};
/** A phone has room for one amount, whose sign says what it is, and no column of dates. */
const COLUMNS = [
  { label: 'Date', style: 'max-sm:hidden' },
  { label: 'Document', style: '' },
  { label: 'Amount', style: 'text-right sm:hidden' },
  { label: 'Charged', style: 'text-right max-sm:hidden' },
  { label: 'Credited', style: 'text-right max-sm:hidden' },
  { label: 'Balance', style: 'text-right' },
];
/** Days that a statement has at first. */
const DAYS = 30;

/** What passed between two businesses in some days, and what is owed. @param side the reader's */
export function StatementSection({
  partner,
  side,
}: {
  partner: { id: string; name: string };
  side: 'buying' | 'selling';
}) {
  const { can, entity } = useViewer();
  const today = todayIn(entity.timezone);
  const [range, setRange] = useState({ from: moveDay(today, 1 - DAYS), to: today });
  const [sending, setSending] = useState(false);
  const sells = side === 'selling';
  const input = { id: partner.id, ...range };
  const customers = trpc.customers.statement.useQuery(input, { enabled: sells });
  const suppliers = trpc.suppliers.statement.useQuery(input, { enabled: !sells });
  const query = sells ? customers : suppliers;
  const [drawCustomers, drawSuppliers] = [
    trpc.customers.drawStatement.useMutation(),
    trpc.suppliers.drawStatement.useMutation(),
  ];
  const draw = sells ? drawCustomers : drawSuppliers;
  const { data } = query;
  const path = `/api/v1/${sells ? 'customers' : 'suppliers'}/${partner.id}/statement`;
  const asked = `from=${range.from}&to=${range.to}`;
  return (
    <Card
      title="Statement"
      action={
        <span className="flex flex-wrap gap-2">
          <Button asChild size="sm">
            <DownloadLink
              href={`${path}/pdf?${asked}`}
              fileName="statement.pdf"
              start={() => draw.mutateAsync(input)}
            >
              PDF
            </DownloadLink>
          </Button>
          <Button asChild size="sm">
            <DownloadLink href={`${path}?${asked}&format=csv`} fileName="statement.csv">
              CSV
            </DownloadLink>
          </Button>
          {sells && can('create:payments') && (
            <Button size="sm" onClick={() => setSending(true)}>
              <Mail aria-hidden />
              Send statement
            </Button>
          )}
        </span>
      }
    >
      <DateRange
        label="Days of the statement"
        from={range.from}
        to={range.to}
        max={today}
        onChange={({ from, to }) => setRange({ from: from ?? range.from, to: to ?? range.to })}
      />
      {query.isError && !data && <LoadFailed error={query.error} onRetry={query.refetch} />}
      {query.isPending && <Skeleton className="mt-4 h-32 w-full" />}
      {data && (
        <ScrollRegion label="Rows of the statement" className="mt-4 overflow-x-auto">
          <table className="w-full whitespace-nowrap tabular-nums">
            <caption className="sr-only">Statement of {partner.name}</caption>
            <thead>
              <tr className="border-border border-b text-left text-muted text-xs">
                {COLUMNS.map(({ label, style }) => (
                  <th key={label} scope="col" className={`py-1.5 pr-4 font-medium last:pr-0 ${style}`}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <Balance day={data.from} label="Opening balance" value={data.opening} />
              {data.rows.map(({ date, kind, id, number, debit, credit, balance }) => (
                <tr key={`${kind} ${id}`} className="border-border border-b">
                  <td className="py-2 pr-4 max-sm:hidden">{formatDate(date)}</td>
                  <th scope="row" className="py-2 pr-4 text-left font-normal max-sm:whitespace-normal">
                    {KIND[kind]}{' '}
                    {kind === 'invoice' ? (
                      <Link href={`/invoices/${id}`} className="text-link underline underline-offset-4">
                        {number}
                      </Link>
                    ) : (
                      number
                    )}
                    <PhoneDay day={date} />
                  </th>
                  <td className="py-2 pr-4 text-right sm:hidden">{formatMoney(debit - credit)}</td>
                  <td className="py-2 pr-4 text-right max-sm:hidden">
                    {debit === 0 ? UNKNOWN : formatMoney(debit)}
                  </td>
                  <td className="py-2 pr-4 text-right max-sm:hidden">
                    {credit === 0 ? UNKNOWN : formatMoney(credit)}
                  </td>
                  <td className="py-2 text-right">{formatMoney(balance)}</td>
                </tr>
              ))}
              <Balance day={data.to} label="Closing balance" value={data.closing} />
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <Suspense>
        {sending && <SendStatement customer={partner} {...range} onClose={() => setSending(false)} />}
      </Suspense>
    </Card>
  );
}

/** The day of a row where it has no column of its own. */
function PhoneDay({ day }: { day: string }) {
  return <span className="block font-normal text-muted text-xs sm:hidden">{formatDate(day)}</span>;
}

function Balance({ day, label, value }: { day: string; label: string; value: number }) {
  return (
    <tr className="border-border border-b font-semibold last:border-b-0">
      <td className="py-2 pr-4 max-sm:hidden">{formatDate(day)}</td>
      <th scope="row" className="py-2 pr-4 text-left">
        {label}
        <PhoneDay day={day} />
      </th>
      <td className="sm:hidden" />
      <td className="max-sm:hidden" />
      <td className="max-sm:hidden" />
      <td className="py-2 text-right">{formatMoney(value)}</td>
    </tr>
  );
}
