import { Boxes, ClipboardCheck, Clock, Hourglass, PackageCheck, Truck } from 'lucide-react';
import { daysLate } from '@/components/orders/delivery-day';
import { ordersList } from '@/components/orders/list';
import { partnerOf } from '@/components/orders/partner-of';
import { ShortNumber } from '@/components/orders/short-number';
import { sideRulesOf } from '@/components/orders/side-rules';
import type { OrderSummary } from '@/components/orders/types';
import { DateTime } from '@/components/ui/date-time';
import { formatCount, formatDate, formatMoney, moveDay } from '@/components/ui/format';
import type { Side } from '@/server/features/orders/shapes/flow.schema';
import { PACKING } from '@/server/kernel/order-statuses';
import { BUYERS, SELLERS } from '@/server/kernel/permissions';
import { OrderAct } from './order-act';
import { TellLink } from './tell-link';
import {
  type Found,
  type Looking,
  nouns,
  parametersOf,
  SHOWN_TASKS,
  type Task,
  totalOf,
  type Work,
} from './work';

type Kind = Pick<Work, 'key' | 'icon' | 'tone' | 'quiet' | 'label'> & {
  side: Side;
  /** Of the list: what is there is this kind of work. */
  query: string;
  /** The most urgent first. */
  sort: 'created_at' | 'delivery_date';
  /** What of each order says how urgent it is. */
  fact: (order: OrderSummary, looking: Looking) => React.ReactNode;
  facts?: (looking: Looking, first: OrderSummary) => Promise<React.ReactNode>;
  /** Whether the other business wants to hear of it: the row also leads to a message. */
  tells?: true;
};

/** A wholesaler's purchases have a page of their own. */
const listOf = (side: Side, { actor }: Looking) =>
  side === 'retailer' && actor.entity.type !== 'retailer' ? '/purchases' : '/orders';

function orderWork({ side, query, sort, fact, facts, tells, ...kind }: Kind): Work {
  const list = ordersList.request(ordersList.load(parametersOf(`/?${query}`)), side);
  const rules = sideRulesOf(side);
  return {
    ...kind,
    needs: ['read:orders'],
    only: side === 'retailer' ? BUYERS : SELLERS,
    action: 'View orders',
    href: (looking) => `${listOf(side, looking)}?${query}`,
    async find(looking): Promise<Found> {
      const { summaries } = looking.caller.orders;
      const [all, { data }] = await Promise.all([
        summaries({ ...list, sort, limit: 1 }),
        // Late ones have a place of their own.
        summaries({ late: false, ...list, sort, limit: SHOWN_TASKS }),
      ]);
      const mayMove = looking.actor.permissions.includes('update:orders');
      const [first] = all.data;
      const customers = await Promise.all(
        data.map(({ retailer }) =>
          tells && mayMove && side === 'wholesaler' ? customerOf(retailer.id, looking) : null,
        ),
      );
      return {
        count: all.pagination.total ?? 0,
        facts: first && (await facts?.(looking, first)),
        tasks: data.map(
          (order, place): Task => ({
            key: order.id,
            name: partnerOf(order, side),
            href: `/orders/${order.id}`,
            facts: (
              <>
                <ShortNumber number={order.order_number} short={order.short_number} /> ·{' '}
                {fact(order, looking)}
              </>
            ),
            amount: order.total,
            action: mayMove && (
              <span className="inline-flex gap-2">
                {tells && <TellLink order={order} side={side} customer={customers[place] ?? null} />}
                <OrderAct order={order} rules={rules} />
              </span>
            ),
          }),
        ),
      };
    },
  };
}

/** Null for a buyer that is no customer any more. */
const customerOf = (id: string, { caller }: Looking) => caller.customers.get({ id }).catch(() => null);

const placed = ({ created_at }: OrderSummary, { actor }: Looking) => (
  <>
    placed <DateTime value={created_at} timezone={actor.entity.timezone} relative="inline" />
  </>
);

const late = (order: OrderSummary, { today }: Looking) => (
  <span className="font-medium text-destructive">{formatCount(daysLate(order, today), 'day')} late</span>
);

function due(order: OrderSummary, looking: Looking) {
  const { delivery_date: day } = order;
  if (!day) return placed(order, looking);
  if (day < looking.today) return late(order, looking);
  const near = { [looking.today]: 'today', [moveDay(looking.today, 1)]: 'tomorrow' }[day];
  return `due ${near ?? formatDate(day)}`;
}

/** What the orders of a status are worth together, and how long the first has waited. */
const worth = (status: OrderSummary['status']) => async (looking: Looking, first: OrderSummary) => {
  const { open_orders } = await looking.overview;
  return (
    <>
      {formatMoney(open_orders.find((one) => one.status === status)?.value ?? 0)}, the oldest{' '}
      {placed(first, looking)}
    </>
  );
};

/** How many of a status are for today. */
const dueToday = (side: Side, status: OrderSummary['status']) => async (looking: Looking) => {
  const request = { side: side === 'retailer' ? ('buying' as const) : ('selling' as const), status };
  const count = await totalOf(
    looking.caller.orders.summaries({ ...request, delivery_date: looking.today, limit: 1 }),
  );
  return count > 0 && `${count} due today`;
};

/** The orders that wait for the business, on both of its sides; the most urgent first. */
export const ORDER_WORK: readonly Work[] = [
  orderWork({
    key: 'late',
    icon: Clock,
    tone: 'danger',
    quiet: 'late orders',
    label: nouns('late order', 'late orders'),
    side: 'wholesaler',
    query: 'late=true',
    sort: 'delivery_date',
    fact: late,
    tells: true,
  }),
  orderWork({
    key: 'late-purchases',
    icon: Clock,
    tone: 'danger',
    quiet: 'late deliveries',
    label: nouns('late delivery', 'late deliveries'),
    side: 'retailer',
    query: 'late=true',
    sort: 'delivery_date',
    fact: late,
    tells: true,
  }),
  orderWork({
    key: 'accept',
    icon: ClipboardCheck,
    tone: 'warning',
    quiet: 'orders to accept',
    label: nouns('order to accept', 'orders to accept'),
    side: 'wholesaler',
    query: 'status=pending',
    sort: 'created_at',
    fact: placed,
    facts: worth('pending'),
  }),
  orderWork({
    key: 'receive',
    icon: PackageCheck,
    tone: 'warning',
    quiet: 'deliveries',
    label: nouns('delivery to receive', 'deliveries to receive'),
    side: 'retailer',
    query: 'status=shipped',
    sort: 'created_at',
    fact: due,
    facts: dueToday('retailer', 'shipped'),
  }),
  orderWork({
    key: 'pack',
    icon: Boxes,
    tone: 'info',
    quiet: 'orders to pack',
    label: nouns('order to pack', 'orders to pack'),
    side: 'wholesaler',
    query: 'status=accepted',
    sort: 'created_at',
    fact: due,
    facts: dueToday('wholesaler', 'accepted'),
  }),
  orderWork({
    key: 'ship',
    icon: Truck,
    tone: 'info',
    quiet: 'orders to ship',
    label: nouns('order to ship', 'orders to ship'),
    side: 'wholesaler',
    query: `status=${PACKING}`,
    sort: 'created_at',
    fact: due,
    facts: dueToday('wholesaler', PACKING),
  }),
];

/** What was ordered and its suppliers haven't accepted. Nothing is to be done, but a buyer looks for it. */
export const WITH_SUPPLIERS: Work = {
  key: 'with-suppliers',
  icon: Hourglass,
  tone: 'info',
  quiet: 'orders with suppliers',
  label: nouns('order waiting for a supplier to accept', 'orders waiting for suppliers to accept'),
  needs: ['read:orders'],
  only: BUYERS,
  action: 'View orders',
  href: (looking) => `${listOf('retailer', looking)}?status=pending`,
  async find({ caller }) {
    const { data, pagination } = await caller.orders.summaries({
      ...{ side: 'buying', status: 'pending', sort: 'created_at', limit: SHOWN_TASKS },
    });
    const names = [...new Set(data.map(({ wholesaler }) => wholesaler.name))];
    const count = pagination.total ?? 0;
    return { count, facts: count > 0 && `${names.join(', ')}${count > data.length ? ' and others' : ''}` };
  },
};
