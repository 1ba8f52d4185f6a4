'use client';
import { Banknote } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { MOST_PRINTED, pdfOf } from '@/components/orders/pdf';
import { Button } from '@/components/ui/base/button';
import { DownloadLink } from '@/components/ui/base/download-link';
import { Link } from '@/components/ui/base/link';
import { formatMoney } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Invoice } from './types';

const RemindSeveral = lazy(() => import('./remind-several').then((m) => ({ default: m.RemindSeveral })));

/** Invoices that a payment names at once. */
const MOST_PAID = 200;

const balanceOf = (invoices: readonly Invoice[]) =>
  invoices.reduce((cents, { balance }) => cents + Math.round(balance * 100), 0) / 100;

/** What can be done with selected invoices: record what pays them, and print them. Says what they come to. */
export function InvoiceActs({
  invoices,
  buys,
}: {
  /** The selected ones, those of other pages included. */
  invoices: readonly Invoice[];
  buys: boolean;
}) {
  const { rules } = useViewer();
  const open = invoices.filter(({ balance }) => balance > 0);
  return (
    <>
      <span className="text-muted tabular-nums">{formatMoney(balanceOf(open))} open</span>
      {!buys && rules('create:payments') && <PayButton open={open} />}
      {!buys && rules('create:payments') && (
        <Suspense>
          <RemindSeveral invoices={open} />
        </Suspense>
      )}
      <PrintButton invoices={invoices} />
    </>
  );
}

/** One payment is of one customer: the button says so. */
function PayButton({ open }: { open: readonly Invoice[] }) {
  const [first] = open;
  const label = (
    <>
      <Banknote aria-hidden />
      Record payment
    </>
  );
  const problem = problemOf(open);
  if (problem || !first) {
    return (
      <>
        <Button size="sm" disabled title={problem ?? undefined}>
          {label}
        </Button>
        <span className="text-muted text-sm">{problem}</span>
      </>
    );
  }
  const ids = open.map(({ id }) => id).join(',');
  return (
    <Button asChild size="sm" variant="primary">
      <Link href={`/payments/new?customer=${first.buyer.id}&invoices=${ids}`}>{label}</Link>
    </Button>
  );
}

function problemOf(open: readonly Invoice[]): string | null {
  if (open.length === 0) return 'Nothing is open';
  if (new Set(open.map(({ buyer }) => buyer.id)).size > 1) return 'A payment is of one customer';
  return open.length > MOST_PAID ? `A payment names at most ${MOST_PAID} invoices` : null;
}

function PrintButton({ invoices }: { invoices: readonly Invoice[] }) {
  const orders = invoices.flatMap(({ order_id }) => (order_id ? [{ id: order_id }] : []));
  if (orders.length === 0 || orders.length > MOST_PRINTED) return null;
  return (
    <Button asChild size="sm">
      <DownloadLink href={pdfOf('invoice', orders)} fileName="invoices.pdf">
        Print
      </DownloadLink>
    </Button>
  );
}
