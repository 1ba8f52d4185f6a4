'use client';
import { UserCheck } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { EmptyLine, EmptyState } from '@/components/ui/base/empty-state';
import { PageHeader } from '@/components/ui/base/page-header';
import { showDone } from '@/components/ui/base/toast';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { INSTANT } from '@/components/ui/data-table/values';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import { OFFER_COLUMNS, sellerColumns } from './columns';
import { AS_CLAIMANT, AS_SELLER, RECEIVED } from './list-input';
import { NoneMineButton } from './none-mine-button';
import { TellSellersCard } from './tell-sellers-card';
import type { Decision, ReceivedRow } from './types';

const DecisionDialog = lazy(() => import('./decision-dialog').then((m) => ({ default: m.DecisionDialog })));

const received = columnsOf<ReceivedRow>();

/** Who claims customers that this business entered, who has this business as a customer, and invitations to the member. */
export function ClaimsPage() {
  const { can, rules, user } = useViewer();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const mayDecide = rules('update:customers');
  const asSeller = useMemo(() => sellerColumns(mayDecide ? setDeciding : null), [mayDecide]);
  const [invited, sells, owns] = [can('update:connections'), can('read:customers'), user.role === 'owner'];
  const lists = [
    trpc.businessInvitations.received.useQuery(RECEIVED, { enabled: invited }),
    trpc.claims.list.useQuery(AS_SELLER, { enabled: sells }),
    trpc.claims.list.useQuery(AS_CLAIMANT, { enabled: owns }),
  ] as const;
  const [noInvitations, noClaims, noRecords] = lists.map(
    ({ data, isPending, isFetching }) => data?.data.length === 0 || (isPending && !isFetching),
  );
  const hasOffers = lists[2].data?.data.some(({ status }) => status === 'offered') ?? false;
  return (
    <>
      <PageHeader title="Claims" />
      {noInvitations && noClaims && noRecords && (
        <Card>
          <EmptyState icon={UserCheck} title="No claims">
            {sells
              ? 'Invitations to you, and claims to customers that you entered, appear here.'
              : 'Invitations to you, and records that sellers keep of your business, appear here.'}
          </EmptyState>
        </Card>
      )}
      <div className="flex flex-col gap-8">
        {invited && !noInvitations && <Received />}
        {sells && !noClaims && (
          <div className="flex flex-col gap-3">
            <ListSection
              title="Your customers"
              procedure={trpc.claims.list}
              input={AS_SELLER}
              columns={asSeller}
              rowLabel={({ name }) => name}
              preview
              empty={<EmptyLine>No one claims a customer that you entered.</EmptyLine>}
            />
            <EverywhereNote what="Confirming a claim applies" permission="update:customers" />
          </div>
        )}
        {owns && !noRecords && (
          <ListSection
            title="Your business at sellers"
            procedure={trpc.claims.list}
            input={AS_CLAIMANT}
            columns={OFFER_COLUMNS}
            rowLabel={({ seller }) => seller.name}
            preview
            actions={() => hasOffers && <NoneMineButton />}
            empty={<EmptyLine>No seller has a second record of your business.</EmptyLine>}
          />
        )}
        {owns && <TellSellersCard />}
      </div>
      <Suspense>
        {deciding && <DecisionDialog decision={deciding} onClose={() => setDeciding(null)} />}
      </Suspense>
    </>
  );
}

/** Invitations to the member's own email; accepting one connects both businesses. */
function Received() {
  const accept = trpc.businessInvitations.accept.useMutation();
  const { mutateAsync, isPending, variables } = accept;
  const busy = isPending ? variables.id : null;
  const columns = useMemo(
    () =>
      received.columns([
        received.accessor((row) => row.entity.name, {
          id: 'name',
          header: 'Business',
          meta: { rowHeader: true },
        }),
        received.accessor((row) => (row.as === 'customer' ? 'Buy from them' : 'Sell to them'), {
          id: 'as',
          header: 'To',
        }),
        received.accessor('expires_at', { header: 'Expires', ...INSTANT }),
        actionsColumn<ReceivedRow>(
          (original) => (
            <Button
              size="sm"
              variant="primary"
              pending={busy === original.id}
              aria-label={`Accept ${original.entity.name}`}
              onClick={async () => {
                try {
                  await mutateAsync({ id: original.id });
                  showDone('Connected', original.entity.name);
                } catch (error) {
                  await showError("Couldn't accept the invitation", error);
                }
              }}
            >
              Accept
            </Button>
          ),
          { card: 'control' },
        ),
      ]),
    [busy, mutateAsync],
  );
  return (
    <ListSection
      title="Invitations to you"
      procedure={trpc.businessInvitations.received}
      input={RECEIVED}
      columns={columns}
      rowLabel={({ entity }) => entity.name}
      empty={<EmptyLine>No business has invited you.</EmptyLine>}
    />
  );
}
