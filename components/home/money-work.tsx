import { ReceiptText } from 'lucide-react';
import { invoicesList } from '@/components/money/invoices/list';
import { RemindButton } from '@/components/money/invoices/remind-button';
import { ownSideOf } from '@/components/orders/own-side';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { formatDate } from '@/components/ui/format';
import { SendBill } from './send-bill';
import { nouns, parametersOf, SHOWN_TASKS, type Work } from './work';

const OVERDUE = '/invoices?status=overdue&sort=due_on';

/** Invoices past their due date of the side that the business looks at first, the oldest first. */
export const OVERDUE_INVOICES: Work = {
  key: 'overdue',
  icon: ReceiptText,
  tone: 'danger',
  quiet: 'overdue invoices',
  label: nouns('overdue invoice', 'overdue invoices'),
  needs: ['read:invoices'],
  action: 'View invoices',
  href: () => OVERDUE,
  async find({ caller, actor }) {
    const own = ownSideOf(actor.entity.type);
    // A payment counts in every location.
    const mayRecord = actor.permissions.includes('create:payments') && !actor.locationLimit;
    const maySend = actor.permissions.includes('create:remittances') && !actor.locationLimit;
    const request = invoicesList.request(invoicesList.load(parametersOf(OVERDUE)), own);
    const { data, pagination } = await caller.invoices.list({ ...request, limit: SHOWN_TASKS });
    return {
      count: pagination.total ?? 0,
      tasks: data.map(({ id, number, due_on, balance, sent, buyer, seller }) => ({
        key: id,
        name: (own === 'buying' ? seller : buyer).name,
        href: `/invoices/${id}`,
        facts: `${number} · due ${formatDate(due_on)}`,
        amount: balance,
        action:
          own === 'selling'
            ? mayRecord && (
                <span className="inline-flex flex-wrap justify-end gap-2">
                  <RemindButton customer={buyer} of={`${buyer.name} of ${number}`} />
                  <Button asChild size="sm">
                    <Link href={`/payments/new?customer=${buyer.id}&invoices=${id}`}>
                      Record payment<span className="sr-only"> for {number}</span>
                    </Link>
                  </Button>
                </span>
              )
            : maySend && <SendBill bill={{ id, number, balance, sent, seller: { name: seller.name } }} />,
      })),
    };
  },
};
