'use client';
import { lazy, Suspense, useState } from 'react';
import { DocumentsCard } from '@/components/orders/documents/documents-card';
import { DisputedBadge } from '@/components/partners/claims/disputed-badge';
import { Card } from '@/components/ui/base/card';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { AdjustmentsButton } from './adjustments-button';
import { BuyerCredit } from './buyer-credit';
import { CommentForm } from './comment-form';
import { useReceiptOf } from './correctable';
import { OrderActions } from './order-actions';
import { OrderBadge } from './order-badge';
import { OrderDelivery } from './order-delivery';
import { OrderDispute } from './order-dispute';
import { OrderHead, wayTo } from './order-head';
import { OrderItems } from './order-items';
import { OrderNotes } from './order-notes';
import { OrderParties } from './order-parties';
import { orderRights } from './order-rights';
import { OrderSteps } from './order-steps';
import { OrderTimeline } from './order-timeline';
import { OrderTotals } from './order-totals';
import { OutcomeCards } from './outcome-cards';
import { ReportedState } from './reported-state';
import type { SideRules } from './side-rules';
import type { Order } from './types';
import { useOrder } from './use-order';

const CustomerCard = lazy(() => import('./customer-card').then((m) => ({ default: m.CustomerCard })));

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
  const shown = useOrder(first);
  const { order, history } = shown;
  const rights = orderRights(order, rules, can('update:orders'));
  const { buys, editsFacts } = rights;
  const receipt = useReceiptOf(order)?.receipt ?? null;
  const sells = !buys && editsFacts;
  return (
    <ResourcePage
      query={shown.query}
      alert={refusal}
      breadcrumbs={[wayTo(rules, entity.type)]}
      title={order.order_number}
      badge={
        <>
          <OrderBadge order={order} />
          <DisputedBadge since={order.disputed_at} />
        </>
      }
      description={<OrderHead order={order} rules={rules} />}
      actions={<OrderActions order={order} rules={rules} history={history} onRefused={setRefusal} />}
      lead={
        <>
          <OrderDispute order={order} buys={buys} />
          <OrderSteps order={order} history={history} timezone={entity.timezone} />
          {sells && can('read:customers') && <BuyerCredit order={order} />}
        </>
      }
      aside={
        <>
          <OrderDelivery shown={shown} edits={editsFacts} />
          {!buys && can('read:customers') && (
            <Suspense>
              <CustomerCard order={order} />
            </Suspense>
          )}
          {!buys && <ReportedState order={order} />}
          <OrderParties shown={shown} />
          <div className="print:hidden">
            <DocumentsCard orderId={order.id} />
          </div>
          <OutcomeCards
            order={order}
            receipt={receipt}
            isCredited={shown.credits.length > 0}
            maySeller={!buys && can('update:orders')}
          />
          <OrderNotes order={order} rights={rights} />
        </>
      }
    >
      <section aria-label="Items">
        <OrderItems
          order={order}
          editing={rights.lines}
          choosesLots={sells}
          certificates={shown.certificates}
          receipt={receipt}
        />
        <OrderTotals order={order}>{sells && <AdjustmentsButton order={order} />}</OrderTotals>
      </section>
      <Card title="Timeline">
        {can('update:orders') && (
          <CommentForm order={order} partner={buys ? order.wholesaler.name : order.retailer.name} />
        )}
        <OrderTimeline
          order={order}
          history={history}
          comments={shown.comments}
          places={shown.places}
          timezone={entity.timezone}
        />
      </Card>
    </ResourcePage>
  );
}
