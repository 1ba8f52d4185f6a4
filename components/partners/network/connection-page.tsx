'use client';
import { Store, Unplug } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { MoreMenu } from '@/components/ui/base/more-menu';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { ConnectionBadge } from './connection-badge';
import { ConnectionFacts } from './connection-facts';
import { TYPE } from './labels';
import { PartnerOrders } from './partner-orders';
import { PartnerTotals } from './partner-totals';
import { partnersOf } from './partners';
import { ProductMix } from './product-mix';
import { RespondButtons } from './respond-buttons';
import { SellerOrders } from './seller-orders';
import type { SupplierTab } from './supplier-tab';
import type { ConnectionDetail } from './types';

const SupplierNotes = lazy(() =>
  import('@/components/partners/suppliers/supplier-notes').then((m) => ({ default: m.SupplierNotes })),
);
const StatementSection = lazy(() =>
  import('@/components/money/statements/statement-section').then((m) => ({ default: m.StatementSection })),
);
const SupplierPeople = lazy(() =>
  import('@/components/partners/suppliers/supplier-people').then((m) => ({ default: m.SupplierPeople })),
);
const EndDialog = lazy(() => import('./end-dialog').then((m) => ({ default: m.EndDialog })));

const POLL_MS = 15_000;

/** A supplier: how the connection is, and what the other business shares. @param first as the server read it */
export function ConnectionPage({ first, tab: asked }: { first: ConnectionDetail; tab: SupplierTab }) {
  const { entity: own, can, rules, isLimited } = useViewer();
  const partners = partnersOf(own.type, 'buying');
  const [ending, setEnding] = useState(false);
  const [ended, setEnded] = useState(false);
  const query = trpc.entity.connections.get.useQuery(
    { id: first.id },
    // Once it is ended, there is nothing to fetch again.
    { refetchInterval: POLL_MS, enabled: !ending && !ended },
  );
  const connection = query.data ?? first;
  const { entity, status, direction } = connection;
  const accepted = status === 'accepted';
  const mayRespond = can('update:connections');
  // Members limited to locations don't see what the business owes.
  const seesStatement = accepted && can('read:invoices') && !isLimited;
  const tab = !accepted || (asked === 'statement' && !seesStatement) ? 'orders' : asked;
  const path = `/suppliers/${first.id}`;
  return (
    <>
      <ResourcePage
        query={query}
        title={entity.name}
        breadcrumbs={[{ label: partners.title, href: partners.path }]}
        badge={<ConnectionBadge status={status} />}
        description={TYPE[entity.type]}
        actions={
          <>
            {accepted && (
              <Button asChild variant="primary">
                <Link href={`/market/${entity.id}`}>
                  <Store aria-hidden />
                  Browse catalog
                </Link>
              </Button>
            )}
            {mayRespond && status === 'pending' && direction === 'incoming' && (
              <RespondButtons connection={connection} />
            )}
            <MoreMenu
              acts={[
                rules('update:connections') &&
                  accepted && {
                    ...{ label: 'End connection', icon: Unplug, destructive: true },
                    act: () => setEnding(true),
                  },
              ]}
            />
          </>
        }
        lead={
          accepted && (
            <ViewTabs
              label={`About ${entity.name}`}
              current={tab}
              tabs={[
                { key: 'orders', label: 'Orders', href: path },
                { key: 'notes', label: 'Follow-ups', href: `${path}?tab=notes` },
                ...(seesStatement
                  ? [{ key: 'statement', label: 'Statement', href: `${path}?tab=statement` }]
                  : []),
              ]}
            />
          )
        }
        aside={
          tab === 'orders' && (
            <>
              {accepted && (
                <Suspense>
                  <SupplierPeople id={entity.id} editable={can('create:orders')} />
                </Suspense>
              )}
              <ConnectionFacts connection={connection} timezone={own.timezone} />
              <SellerOrders connection={connection} editable={rules('update:connections')} />
              {accepted && <EverywhereNote what="A connection applies" permission="update:connections" />}
            </>
          )
        }
      >
        {tab === 'orders' && (
          <>
            <PartnerTotals partnerId={entity.id} side="retailer" />
            <PartnerOrders partner={entity} side="retailer" />
            <ProductMix partnerId={entity.id} side="retailer" />
          </>
        )}
        <Suspense>
          {tab === 'statement' && <StatementSection partner={entity} side="buying" />}
          {tab === 'notes' && <SupplierNotes partner={entity} editable={can('create:orders')} />}
        </Suspense>
      </ResourcePage>
      <Suspense>
        {ending && (
          <EndDialog
            connection={connection}
            partners={partners}
            onDone={() => setEnded(true)}
            onClose={() => setEnding(false)}
          />
        )}
      </Suspense>
    </>
  );
}
