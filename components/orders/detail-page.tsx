'use client';
import { useState } from 'react';
import { DisputeNote } from '@/components/claims/dispute-note';
import { DisputedBadge } from '@/components/claims/disputed-badge';
import { DateTime } from '@/components/date-time';
import { DocumentsCard } from '@/components/documents/documents-card';
import { formatDate, formatWindow, UNKNOWN } from '@/components/format';
import { creditsOf } from '@/components/invoices/detail-inputs';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { ResourcePage } from '@/components/shell/resource-page';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { Link } from '@/components/ui/link';
import { AdjustmentsButton } from './adjustments-button';
import { BuyerCredit } from './buyer-credit';
import { CommentForm } from './comment-form';
import { EditableCard } from './editable-card';
import { commentsOf, HISTORY_LIMIT } from './history-limit';
import { OrderActions } from './order-actions';
import { OrderBadge } from './order-badge';
import { OrderCredits } from './order-credits';
import { OrderItems } from './order-items';
import { OrderSteps } from './order-steps';
import { OrderTimeline } from './order-timeline';
import { OrderTotals } from './order-totals';
import { PartyFacts } from './party-facts';
import { ReceiptCard } from './receipt-card';
import { ReturnsCard } from './returns-card';
import type { SideRules } from './side-rules';
import { forwardStep } from './steps';
import type { Order, OrderCertificates } from './types';
import { usePlaces } from './use-places';

const POLL_MS = 15_000;

/** Until then delivery and notes can change, and the seller can choose lots. */
const UNSHIPPED: readonly Order['status'][] = ['pending', 'accepted', 'preparing'];

const NO_CERTIFICATES: OrderCertificates = [];

const WAITING: Partial<Record<Order['status'], string>> = {
  pending: 'to accept it',
  accepted: 'to prepare it',
  preparing: 'to ship it',
};

/** One order, for either side of it. */
export function OrderPage({
  rules,
  first,
}: {
  rules: SideRules;
  /** The order as the server read it. */
  first: Order;
}) {
  const { can, entity } = useViewer();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id } = first;
  const orderQuery = trpc.orders.get.useQuery({ id }, { refetchInterval: POLL_MS });
  const historyQuery = trpc.orders.history.useQuery(
    { id, limit: HISTORY_LIMIT },
    { refetchInterval: POLL_MS },
  );
  const commentsQuery = trpc.orders.comments.useQuery(commentsOf(id), { refetchInterval: POLL_MS });
  const { data: manifest } = trpc.orders.manifest.useQuery({ id });
  const { data: certified } = trpc.orders.certificates.useQuery({ id });
  const order = orderQuery.data ?? first;
  const { data: credits } = trpc.creditNotes.list.useQuery(creditsOf(order.invoice?.id ?? ''), {
    enabled: order.invoice !== null && can('read:invoices'),
    refetchInterval: POLL_MS,
  });
  const notes = credits?.data ?? [];
  const history = historyQuery.data?.data ?? [];

  const buys = rules.side === 'retailer';
  const places = usePlaces(
    order,
    history.some(({ after }) => after !== null && 'receiving_location_id' in after),
  );
  const mayEdit = can('update:orders') && rules.editableIn.includes(order.status);
  const unshipped = can('update:orders') && UNSHIPPED.includes(order.status);
  // The buyer's, unless the seller entered the order itself.
  const isAuthor = buys || order.entered_by === 'seller';
  // Who entered an order also adds and raises its lines.
  const reduceOnly = rules.reduceOnly && order.entered_by !== 'seller';
  // What was packed of goods by weight is known once they are.
  const packs =
    !buys &&
    !mayEdit &&
    unshipped &&
    order.status === 'preparing' &&
    order.items.some(({ step }) => step !== null);
  const { name: seller } = order.wholesaler;
  const step = buys && !forwardStep(rules, order.status) ? WAITING[order.status] : undefined;
  const waiting = rules.besideSuspended
    ? `${seller} is suspended for now. The order can be canceled.`
    : `waiting for ${seller} ${step}`;
  const { timezone } = entity;
  return (
    <ResourcePage
      query={orderQuery}
      alert={refusal}
      breadcrumbs={[
        {
          label: buys ? 'Purchases' : 'Sales',
          href: buys && entity.type !== 'retailer' ? '/purchases' : '/orders',
        },
      ]}
      title={order.order_number}
      badge={
        <>
          <OrderBadge order={order} />
          <DisputedBadge since={order.disputed_at} />
        </>
      }
      description={
        <>
          {buys ? `From ${seller}` : `For ${order.retailer.name}`} · placed{' '}
          <DateTime value={order.created_at} timezone={timezone} />
          {step && ` · ${waiting}`}
        </>
      }
      actions={<OrderActions order={order} rules={rules} history={history} onRefused={setRefusal} />}
      lead={
        <>
          <DisputeNote
            kind="order"
            of={order}
            number={order.order_number}
            buyer={order.retailer.name}
            buys={buys}
          />
          <OrderSteps order={order} history={history} timezone={timezone} />
          {!buys && unshipped && can('read:customers') && <BuyerCredit order={order} />}
        </>
      }
      aside={
        <>
          <EditableCard order={order} title="Delivery" edits={unshipped ? 'delivery' : null}>
            <DefinitionList
              items={[
                { term: 'Date', value: formatDate(order.delivery_date) },
                { term: 'Delivery window', value: formatWindow(order.delivery_window, timezone) },
                ...(manifest?.receiver.premises ?? []).flatMap(({ name, address, receiving_hours }) => [
                  { term: 'Deliver to', value: `${name}, ${address.street}, ${address.city}` },
                  ...(receiving_hours ? [{ term: 'Receiving hours', value: receiving_hours }] : []),
                ]),
                { term: 'PO number', value: order.po_number ?? UNKNOWN },
                ...(order.invoice && can('read:invoices')
                  ? [
                      {
                        term: 'Invoice',
                        value: (
                          <Link href={`/invoices/${order.invoice.id}`} className="text-link hover:underline">
                            {order.invoice.number}
                          </Link>
                        ),
                      },
                      ...(notes.length > 0
                        ? [{ term: 'Credit notes', value: <OrderCredits notes={notes} /> }]
                        : []),
                    ]
                  : []),
              ]}
            />
          </EditableCard>
          <Card title="Parties">
            <DefinitionList
              items={[
                {
                  term: 'Supplier',
                  value: <PartyFacts name={order.wholesaler.name} party={manifest?.shipper} />,
                },
                {
                  term: 'Customer',
                  value: <PartyFacts name={order.retailer.name} party={manifest?.receiver} />,
                },
              ]}
            />
          </Card>
          <div className="print:hidden">
            <DocumentsCard orderId={order.id} />
          </div>
          <ReceiptCard order={order} />
          <ReturnsCard order={order} maySeller={!buys && can('update:orders')} />
          <EditableCard order={order} title="Notes" edits={unshipped && isAuthor ? 'notes' : null}>
            {order.notes ? (
              <p className="whitespace-pre-line">{order.notes}</p>
            ) : (
              <p className="text-muted">No notes.</p>
            )}
          </EditableCard>
          {!buys && (unshipped || order.seller_notes) && (
            <EditableCard
              order={order}
              title="Internal notes"
              description="Only your business sees them."
              edits={unshipped ? 'seller_notes' : null}
            >
              {order.seller_notes ? (
                <p className="whitespace-pre-line">{order.seller_notes}</p>
              ) : (
                <p className="text-muted">No notes.</p>
              )}
            </EditableCard>
          )}
        </>
      }
    >
      <section aria-label="Items">
        <OrderItems
          order={order}
          editing={mayEdit || packs ? { reduceOnly, sells: !buys, packs } : null}
          choosesLots={!buys && unshipped}
          certificates={certified?.certificates ?? NO_CERTIFICATES}
        />
        <OrderTotals order={order}>{!buys && unshipped && <AdjustmentsButton order={order} />}</OrderTotals>
      </section>
      <Card title="Timeline">
        {can('update:orders') && (
          <CommentForm order={order} partner={buys ? order.wholesaler.name : order.retailer.name} />
        )}
        <OrderTimeline
          order={order}
          history={history}
          comments={commentsQuery.data?.data ?? []}
          places={places}
          timezone={timezone}
        />
      </Card>
    </ResourcePage>
  );
}
