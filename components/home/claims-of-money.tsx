import { HandCoins, MessageCircleWarning } from 'lucide-react';
import { REASON } from '@/components/money/disputes/labels';
import { paymentName } from '@/components/money/payments/labels';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { formatDate } from '@/components/ui/format';
import { SELLERS } from '@/server/kernel/permissions';
import { RecordSent } from './record-sent';
import { nouns, type Work } from './work';

/** Tasks of a kind that has no list of its own. */
const MOST = 10;

/** What customers say they sent: one press makes the payment of it. */
export const SENT_MONEY: Work = {
  key: 'remittances',
  icon: HandCoins,
  tone: 'warning',
  quiet: 'money that customers sent',
  label: nouns('payment that a customer says it sent', 'payments that customers say they sent'),
  needs: ['read:invoices', 'create:payments'],
  only: SELLERS,
  whole: true,
  action: 'View invoices',
  href: () => null,
  async find({ caller }) {
    const { data, pagination } = await caller.remittances.list({
      ...{ side: 'selling', status: 'sent', sort: 'created_at', limit: MOST },
    });
    return {
      count: pagination.total ?? 0,
      tasks: data.map((sent) => ({
        key: sent.id,
        name: sent.buyer.name,
        href: `/invoices/${sent.invoices[0]?.invoice_id}`,
        facts: `${paymentName(sent)}, sent ${formatDate(sent.sent_on)} for ${numbersOf(sent.invoices)}`,
        amount: sent.amount,
        action: (
          <RecordSent
            remittance={{ id: sent.id, status: sent.status, amount: sent.amount, buyer: sent.buyer }}
          />
        ),
      })),
    };
  },
};

const numbersOf = ([first, ...others]: { number: string }[]) =>
  others.length === 0 ? first?.number : `${first?.number} and ${others.length} more`;

/** Invoices of which customers dispute lines. */
export const OPEN_DISPUTES: Work = {
  key: 'disputes',
  icon: MessageCircleWarning,
  tone: 'warning',
  quiet: 'disputes',
  label: nouns('disputed invoice to review', 'disputed invoices to review'),
  needs: ['read:invoices', 'create:credits'],
  only: SELLERS,
  whole: true,
  action: 'View invoices',
  href: () => null,
  async find({ caller }) {
    const { data, pagination } = await caller.disputes.list({
      ...{ side: 'selling', status: 'open', sort: 'created_at', limit: MOST },
    });
    return {
      count: pagination.total ?? 0,
      tasks: data.map(({ id, buyer, invoice, reason }) => ({
        key: id,
        name: buyer.name,
        href: `/invoices/${invoice.id}`,
        facts: `${invoice.number} · ${REASON[reason]}`,
        action: (
          <Button asChild size="sm">
            <Link href={`/invoices/${invoice.id}`}>
              Review<span className="sr-only"> the dispute of {invoice.number}</span>
            </Link>
          </Button>
        ),
      })),
    };
  },
};
