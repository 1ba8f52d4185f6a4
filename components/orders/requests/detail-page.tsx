'use client';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { DateTime } from '@/components/ui/date-time';
import { formatDate } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { askerOf } from './labels';
import { RequestLines } from './request-lines';
import { RequestBadge } from './status-badge';
import type { OrderRequest } from './types';

const AcceptDialog = lazy(() => import('./accept-dialog').then((m) => ({ default: m.AcceptDialog })));
const ReasonDialog = lazy(() =>
  import('@/components/ui/forms/reason-dialog').then((m) => ({ default: m.ReasonDialog })),
);

const POLL_MS = 15_000;

/** Who asked, and whom it may be. */
function peopleOf({ business, contact, notes, delivery_date, po_number, contact_known }: OrderRequest) {
  const address = business?.address;
  return [
    ...(business ? [{ term: 'Business', value: business.name }] : []),
    ...(business ? [{ term: 'License', value: business.license_number }] : []),
    ...(address
      ? [{ term: 'Address', value: `${address.street}, ${address.city}, ${address.state} ${address.zip}` }]
      : []),
    ...(contact ? [{ term: 'Person', value: `${contact.name}, ${contact.email}, ${contact.phone}` }] : []),
    { term: 'Confirmed by', value: contact_known ? 'The customer’s contact' : 'Who asked' },
    ...(delivery_date ? [{ term: 'Requested day', value: formatDate(delivery_date) }] : []),
    ...(po_number ? [{ term: 'PO number', value: po_number }] : []),
    ...(notes ? [{ term: 'Note', value: notes }] : []),
  ];
}

/** A request with its lines, the customers that it may be of, and what stands against accepting it. */
export function RequestPage({ first }: { first: OrderRequest }) {
  const { can, entity } = useViewer();
  const [dialog, setDialog] = useState<'accept' | 'decline' | null>(null);
  const query = trpc.orderRequests.get.useQuery({ id: first.id }, { refetchInterval: POLL_MS });
  const request = query.data ?? first;
  const decline = trpc.orderRequests.decline.useMutation();
  const waits = request.status === 'waiting';
  return (
    <>
      <ResourcePage
        query={query}
        title={`Request of ${askerOf(request)}`}
        breadcrumbs={[{ label: 'Order requests', href: '/order-requests' }]}
        badge={<RequestBadge status={request.status} />}
        description={
          <>
            From the menu {request.menu.name},{' '}
            <DateTime value={request.received_at} timezone={entity.timezone} />
          </>
        }
        actions={
          waits && (
            <>
              {can('create:orders') && (
                <Button variant="primary" onClick={() => setDialog('accept')}>
                  Accept request
                </Button>
              )}
              {can('update:orders') && <Button onClick={() => setDialog('decline')}>Decline request</Button>}
            </>
          )
        }
        aside={
          <>
            <Card title="Who asks">
              <DefinitionList items={peopleOf(request)} />
            </Card>
            {request.matches.length > 0 && (
              <Card title="Your customers">
                <ul className="flex flex-col gap-2">
                  {request.matches.map(({ customer_id, name, license, address, email }) => (
                    <li key={customer_id}>
                      <Link className="text-link hover:underline" href={`/customers/${customer_id}`}>
                        {name}
                      </Link>
                      <p className="text-muted text-sm">
                        {[license && 'same license', address && 'same address', email && 'known email']
                          .filter(Boolean)
                          .join(', ') || 'same name and ZIP code'}
                      </p>
                    </li>
                  ))}
                </ul>
              </Card>
            )}
          </>
        }
      >
        {request.order_id && (
          <p>
            <Link className="text-link hover:underline" href={`/orders/${request.order_id}`}>
              Open its order
            </Link>
          </p>
        )}
        {request.reason && <p className="text-muted">Declined: {request.reason}</p>}
        {waits && request.problems.length > 0 && (
          <div className="rounded-lg bg-tint-warning px-4 py-3 text-on-tint-warning">
            <ul className="flex flex-col gap-1">
              {request.problems.map(({ index, message }) => (
                <li key={`${index}-${message}`}>{message}</li>
              ))}
            </ul>
          </div>
        )}
        <RequestLines request={request} />
      </ResourcePage>
      <Suspense>
        {dialog === 'accept' && <AcceptDialog request={request} onClose={() => setDialog(null)} />}
        {dialog === 'decline' && (
          <ReasonDialog
            title="Decline this request?"
            description="It is mailed to who asked, and can't be taken back."
            submitLabel="Decline request"
            destructive
            act={async (reason) => {
              await decline.mutateAsync({ id: request.id, reason: reason.slice(0, 300) });
              setDialog(null);
            }}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  );
}
