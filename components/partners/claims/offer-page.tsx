'use client';
import { Combine } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { TYPE } from '@/components/partners/network/labels';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { DISPUTE_DAYS } from '@/server/kernel/disputes';
import { statusOf } from './labels';
import { offerChanges } from './offer-changes';
import { OfferDocuments } from './offer-documents';
import { OfferFacts, unverifiedText } from './offer-facts';
import { OfferLocations } from './offer-locations';
import { type Choice, type ClaimRow, type Offer, offerOf } from './types';

const MergeDialog = lazy(() => import('./merge-dialog').then((m) => ({ default: m.MergeDialog })));
const DecisionDialog = lazy(() => import('./decision-dialog').then((m) => ({ default: m.DecisionDialog })));

const [POLL_MS, MERGING_POLL_MS] = [15_000, 1_500];

/** What a seller has of the business: all of it is seen before its owner takes it, or says that it isn't theirs. */
export function OfferPage({
  first,
  newest,
}: {
  /** The claim as the server read it. */
  first: ClaimRow;
  /** When its newest order or invoice was entered; null without any. */
  newest: string | null;
}) {
  const query = trpc.claims.get.useQuery(
    { id: first.id },
    { refetchInterval: ({ state }) => (state.data?.status === 'merging' ? MERGING_POLL_MS : POLL_MS) },
  );
  const claim = query.data ?? first;
  // What the owner has seen: the server may render the page again meanwhile.
  const [seen] = useState({ claim: first, newest });
  useFreshAfterMerge(claim.status);
  const rules = useViewer().rules('delete:entity');
  const [choice, setChoice] = useState<Choice>({ locationIds: [], disputed: [] });
  const [asking, setAsking] = useState<Offer | 'reject' | null>(null);
  const dispute = useCallback(
    (disputed: Choice['disputed']) => setChoice((before) => ({ ...before, disputed })),
    [],
  );
  const offer = offerOf(claim);
  const isOpen = claim.status === 'offered';
  const { label, tone, icon } = statusOf(claim);
  return (
    <ResourcePage
      query={query}
      breadcrumbs={[{ label: 'Claims', href: '/claims' }]}
      title={claim.seller.name}
      badge={
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      }
      description={offer && `${TYPE[claim.seller.type]} · knows your business as ${claim.name}`}
      actions={
        isOpen &&
        rules && (
          <>
            <Button onClick={() => setAsking('reject')}>Not mine</Button>
            <Button variant="primary" disabled={!claim.matches.type} onClick={() => setAsking(offer)}>
              <Combine aria-hidden />
              Merge
            </Button>
          </>
        )
      }
      lead={
        <>
          <EverywhereNote what="A merge applies" permission="delete:entity" />
          <Notice claim={claim} seen={seen.claim} />
          {offer && <OfferFacts offer={offer} />}
        </>
      }
    >
      {offer && (
        <>
          <OfferLocations
            locations={offer.locations}
            chosen={choice.locationIds}
            disabled={!isOpen || !rules}
            onChange={(locationIds) => setChoice((before) => ({ ...before, locationIds }))}
          />
          <OfferDocuments
            claimId={claim.id}
            newest={seen.newest}
            disputed={choice.disputed}
            disabled={!isOpen || !rules}
            onChange={dispute}
          />
        </>
      )}
      <Suspense>
        {asking === 'reject' && (
          <DecisionDialog decision={{ row: claim, act: 'reject' }} onClose={() => setAsking(null)} />
        )}
        {asking && asking !== 'reject' && (
          <MergeDialog offer={asking} choice={choiceIn(asking, choice)} onClose={() => setAsking(null)} />
        )}
      </Suspense>
    </ResourcePage>
  );
}

/** Without locations that the seller has removed since they were ticked. */
function choiceIn({ locations }: Offer, { locationIds, disputed }: Choice): Choice {
  return { locationIds: locationIds.filter((id) => locations.some((place) => place.id === id)), disputed };
}

/** Once the merge is done, what came along is on every page. */
function useFreshAfterMerge(status: ClaimRow['status']): void {
  const refresh = useRefresh();
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== 'confirmed' && status === 'confirmed') {
      void refresh('customer.claimed', 'order.created', 'invoice.issued', 'location.created');
    }
    before.current = status;
  }, [status, refresh]);
}

/** What has become of the offer, or what of it is new since the page was opened. */
function Notice({ claim, seen }: { claim: ClaimRow; seen: ClaimRow }) {
  const { entity } = useViewer();
  const { name } = claim.seller;
  const purchases = entity.type === 'retailer' ? '/orders' : '/purchases';
  if (claim.status === 'merging') {
    return <Bar>What {name} has of your business is being merged. You can leave this page.</Bar>;
  }
  if (claim.status === 'confirmed') {
    return (
      <Bar tone="success">
        Merged: what {name} had of your business is in <Lead href={purchases}>Purchases</Lead> and{' '}
        <Lead href="/invoices">Invoices</Lead>. For {DISPUTE_DAYS} days after a merge, an owner can dispute
        each order and invoice on its page.
      </Bar>
    );
  }
  if (claim.status === 'rejected') {
    return (
      <Bar>
        You rejected this offer. {name} keeps its records, and isn't notified. To see the offer again, ask{' '}
        {name} to invite you as that customer.
      </Bar>
    );
  }
  const [before, after] = [offerOf(seen), offerOf(claim)];
  const changes = before && after ? offerChanges(before, after) : [];
  return (
    <div role="status" className="contents">
      {!claim.matches.type && (
        <Bar tone="warning">
          {name} knows {claim.name} as another type of business than yours, so it can't be merged. Ask {name}{' '}
          to correct the type.
        </Bar>
      )}
      {after && !after.license_verified && <Bar tone="warning">{unverifiedText(after)}</Bar>}
      {changes.length > 0 && (
        <Bar tone="warning">
          This offer has changed since you opened it. Look at it again before you merge:
          <ul className="mt-1 list-disc pl-5">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Bar>
      )}
    </div>
  );
}

const TONE = {
  info: 'bg-tint-info text-on-tint-info',
  success: 'bg-tint-success text-on-tint-success',
  warning: 'bg-tint-warning text-on-tint-warning',
};

function Bar({ tone = 'info', children }: { tone?: keyof typeof TONE; children: ReactNode }) {
  return <div className={`rounded-lg px-4 py-2 ${TONE[tone]}`}>{children}</div>;
}

function Lead({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="font-medium underline underline-offset-4">
      {children}
    </Link>
  );
}
