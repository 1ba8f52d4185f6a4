import { Inbox } from 'lucide-react';
import { askerOf } from '@/components/orders/requests/labels';
import { requestsList } from '@/components/orders/requests/list';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { formatCount } from '@/components/ui/format';
import { SELLERS } from '@/server/kernel/permissions';
import { nouns, parametersOf, SHOWN_TASKS, type Work } from './work';

const WAITING = '/order-requests?status=waiting';

/** What shops asked for from menus. */
export const REQUESTS: Work = {
  key: 'requests',
  icon: Inbox,
  tone: 'warning',
  quiet: 'order requests',
  label: nouns('order request to accept', 'order requests to accept'),
  needs: ['read:orders'],
  only: SELLERS,
  action: 'Review requests',
  href: () => WAITING,
  async find({ caller }) {
    const request = requestsList.request(requestsList.load(parametersOf(WAITING)), undefined);
    const { data, pagination } = await caller.orderRequests.list({ ...request, limit: SHOWN_TASKS });
    return {
      count: pagination.total ?? 0,
      tasks: data.map((one) => ({
        key: one.id,
        name: askerOf(one),
        href: `/order-requests/${one.id}`,
        facts: formatCount(one.lines_count, 'item'),
        amount: one.subtotal,
        action: (
          <Button asChild size="sm">
            <Link href={`/order-requests/${one.id}`}>
              Review<span className="sr-only"> the request of {askerOf(one)}</span>
            </Link>
          </Button>
        ),
      })),
    };
  },
};
