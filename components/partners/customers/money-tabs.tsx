'use client';
import { invoiceColumns } from '@/components/money/invoices/columns';
import { paymentColumns } from '@/components/money/payments/columns';
import { EmptyLine } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { ListSection } from '@/components/ui/data-table/list-section';
import { formatCount } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import type { Customer } from './types';

type Of = { customer: Pick<Customer, 'id' | 'name'> };

const LINK = 'font-medium text-link underline-offset-4 hover:underline';
const isOther = ({ id }: { id?: string | undefined }) => id !== 'party';
const INVOICES = invoiceColumns(false).filter(isOther);
const PAYMENTS = paymentColumns(false, { onApply: null, onVoid: null });

/** Invoices of a customer, the latest first. */
export function InvoicesTab({ customer: { id, name } }: Of) {
  return (
    <ListSection
      title="Invoices"
      caption={`Invoices of ${name}`}
      actions={(total) =>
        total > 0 && (
          <Link href={`/invoices?party=${id}`} className={LINK}>
            View {formatCount(total, 'invoice')}
          </Link>
        )
      }
      procedure={trpc.invoices.list}
      input={{ side: 'selling', customer_id: id, sort: '-issued_on', limit: 25 }}
      columns={INVOICES}
      rowLabel={({ number }) => number}
      empty={<EmptyLine>Invoices appear here once its orders ship.</EmptyLine>}
    />
  );
}

/** Payments and refunds of a customer, the latest first. */
export function PaymentsTab({ customer: { id, name } }: Of) {
  return (
    <ListSection
      title="Payments"
      caption={`Payments of ${name}`}
      actions={(total) =>
        total > 0 && (
          <Link href={`/payments?party=${id}`} className={LINK}>
            View {formatCount(total, 'payment')}
          </Link>
        )
      }
      procedure={trpc.payments.list}
      input={{ side: 'selling', customer_id: id, sort: '-received_on', limit: 25 }}
      columns={PAYMENTS}
      rowLabel={({ reference }) => reference ?? name}
      empty={<EmptyLine>Payments appear here once you record them.</EmptyLine>}
    />
  );
}
