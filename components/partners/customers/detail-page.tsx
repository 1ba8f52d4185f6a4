'use client';
import { Banknote, MailPlus, Plus, Trash2, Unplug } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { TYPE } from '@/components/partners/network/labels';
import { PartnerOrders } from '@/components/partners/network/partner-orders';
import { PartnerTotals } from '@/components/partners/network/partner-totals';
import { partnersOf } from '@/components/partners/network/partners';
import { ProductMix } from '@/components/partners/network/product-mix';
import { Contacts } from '@/components/partners/relationships/contacts';
import { Representative } from '@/components/partners/relationships/representative';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { MoreMenu } from '@/components/ui/base/more-menu';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { ContactFacts } from './contact-facts';
import { CreditCard } from './credit-card';
import { type CustomerTab, connectionWith } from './detail-inputs';
import { CustomerBadge } from './status-badge';
import { TermsCard } from './terms-card';
import type { Customer } from './types';

const DetailsTab = lazy(() => import('./details-tab').then((m) => ({ default: m.DetailsTab })));
const LocationsSection = lazy(() =>
  import('./locations-section').then((m) => ({ default: m.LocationsSection })),
);
const InvoicesTab = lazy(() => import('./money-tabs').then((m) => ({ default: m.InvoicesTab })));
const PaymentsTab = lazy(() => import('./money-tabs').then((m) => ({ default: m.PaymentsTab })));
const ProductMonths = lazy(() => import('./product-months').then((m) => ({ default: m.ProductMonths })));
const NotesTab = lazy(() => import('./notes-tab').then((m) => ({ default: m.NotesTab })));
const StatementSection = lazy(() =>
  import('@/components/money/statements/statement-section').then((m) => ({ default: m.StatementSection })),
);
const UnappliedCard = lazy(() =>
  import('@/components/money/unapplied-card').then((m) => ({ default: m.UnappliedCard })),
);
const DeleteDialog = lazy(() => import('./delete-dialog').then((m) => ({ default: m.DeleteDialog })));
const InviteDialog = lazy(() => import('./invite-dialog').then((m) => ({ default: m.InviteDialog })));
const EndDialog = lazy(() =>
  import('@/components/partners/network/end-dialog').then((m) => ({ default: m.EndDialog })),
);

const POLL_MS = 15_000;

/** A customer: its orders, profile, locations and notes. @param first as the server read it */
export function CustomerPage({ first, tab }: { first: Customer; tab: CustomerTab }) {
  const { entity: own, can, rules, isLimited } = useViewer();
  const router = useRouter();
  const [dialog, setDialog] = useState<'delete' | 'end' | 'invite' | null>(null);
  // The dialog closes before the list is there.
  const [gone, setGone] = useState(false);
  // Of a customer that is being deleted there is nothing to fetch again.
  const query = trpc.customers.get.useQuery(
    { id: first.id },
    { refetchInterval: POLL_MS, enabled: !gone && dialog !== 'delete' && dialog !== 'end' },
  );
  const customer = query.data ?? first;
  const { id, name, status } = customer;
  const managed = status === 'unclaimed';
  const mayUpdate = can('update:customers');
  const mayRead = can('read:orders');
  // Members limited to locations don't see what customers owe.
  const seesStatement = can('read:invoices') && !isLimited;
  const connections = trpc.entity.connections.list.useQuery(connectionWith(id), { enabled: !managed });
  const connection = connections.data?.data[0];
  const update = trpc.customers.update.useMutation();
  const path = `/customers/${id}`;
  return (
    <>
      <ResourcePage
        query={query}
        historyOf={customer.id}
        title={name}
        breadcrumbs={[{ label: 'Customers', href: '/customers' }]}
        badge={<CustomerBadge status={status} />}
        description={
          customer.nickname ? `${TYPE[customer.type]} · ${customer.nickname}` : TYPE[customer.type]
        }
        actions={
          <>
            {can('create:orders') && (managed || connection) && (
              <Button asChild variant="primary">
                <Link href={`/orders/new?customer=${id}`}>
                  <Plus aria-hidden />
                  <span>
                    New order<span className="max-md:sr-only"> for this customer</span>
                  </span>
                </Link>
              </Button>
            )}
            {rules('create:payments') && (
              <Button asChild>
                <Link href={`/payments/new?customer=${id}`}>
                  <Banknote aria-hidden />
                  Record payment
                </Link>
              </Button>
            )}
            <MoreMenu
              acts={[
                can('create:connections') &&
                  managed && { label: 'Invite', icon: MailPlus, act: () => setDialog('invite') },
                mayUpdate &&
                  rules('update:customers') &&
                  managed && {
                    ...{ label: 'Delete customer', icon: Trash2, destructive: true },
                    act: () => setDialog('delete'),
                  },
                rules('update:connections') &&
                  connection !== undefined && {
                    ...{ label: 'End connection', icon: Unplug, destructive: true },
                    act: () => setDialog('end'),
                  },
              ]}
            />
          </>
        }
        lead={
          <ViewTabs
            label={`About ${name}`}
            current={tab}
            tabs={[
              { key: 'orders', label: 'Orders', href: path },
              ...(can('read:invoices')
                ? [{ key: 'invoices', label: 'Invoices', href: `${path}?tab=invoices` }]
                : []),
              ...(seesStatement
                ? [
                    { key: 'payments', label: 'Payments', href: `${path}?tab=payments` },
                    { key: 'statement', label: 'Statement', href: `${path}?tab=statement` },
                  ]
                : []),
              { key: 'details', label: 'Details', href: `${path}?tab=details` },
              {
                key: 'locations',
                label: 'Locations',
                href: `${path}?tab=locations`,
                count: customer.locations.length,
              },
              { key: 'notes', label: 'Follow-ups', href: `${path}?tab=notes` },
            ]}
          />
        }
        aside={
          tab === 'orders' && (
            <>
              <Representative
                partner={customer}
                editable={mayUpdate}
                onSave={(representative_id) => update.mutateAsync({ id, representative_id })}
              />
              {can('read:invoices') && <CreditCard customer={customer} />}
              {can('read:prices') && <TermsCard customer={customer} editable={mayUpdate} />}
              <Contacts
                partner={customer}
                editable={mayUpdate}
                onSave={(contacts) => update.mutateAsync({ id, contacts })}
              />
              <ContactFacts customer={customer} timezone={own.timezone} />
            </>
          )
        }
      >
        {tab === 'orders' && mayRead && (
          <>
            <PartnerTotals partnerId={id} side="wholesaler" />
            <PartnerOrders partner={{ id, name }} side="wholesaler" />
            <ProductMix partnerId={id} side="wholesaler" />
            <Suspense>
              <ProductMonths partnerId={id} />
            </Suspense>
          </>
        )}
        <Suspense>
          {tab === 'details' && <DetailsTab customer={customer} editable={mayUpdate} />}
          {tab === 'locations' && <LocationsSection customer={customer} editable={mayUpdate && managed} />}
          {tab === 'invoices' && can('read:invoices') && <InvoicesTab customer={customer} />}
          {tab === 'payments' && seesStatement && <PaymentsTab customer={customer} />}
          {tab === 'statement' && seesStatement && (
            <>
              {can('create:payments') && <UnappliedCard customerId={id} />}
              <StatementSection partner={customer} side="selling" />
            </>
          )}
          {tab === 'notes' && <NotesTab customer={customer} editable={mayUpdate} />}
        </Suspense>
      </ResourcePage>
      <Suspense>
        {dialog === 'delete' && (
          <DeleteDialog
            customers={[customer]}
            onDone={() => {
              setGone(true);
              router.push('/customers');
            }}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'invite' && <InviteDialog customer={customer} onClose={() => setDialog(null)} />}
        {dialog === 'end' && connection && (
          <EndDialog
            connection={connection}
            partners={partnersOf(own.type, 'selling')}
            onDone={() => setGone(true)}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  );
}
