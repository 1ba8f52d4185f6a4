import { ReceiptText } from 'lucide-react';
import { invoicesList } from '@/components/money/invoices/list';
import { ownSideOf } from '@/components/orders/own-side';
import { formatDate } from '@/components/ui/format';
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
    const request = invoicesList.request(invoicesList.load(parametersOf(OVERDUE)), own);
    const { data, pagination } = await caller.invoices.list({ ...request, limit: SHOWN_TASKS });
    return {
      count: pagination.total ?? 0,
      tasks: data.map(({ id, number, due_on, balance, buyer, seller }) => ({
        key: id,
        name: (own === 'buying' ? seller : buyer).name,
        href: `/invoices/${id}`,
        facts: `${number} · due ${formatDate(due_on)}`,
        amount: balance,
      })),
    };
  },
};
