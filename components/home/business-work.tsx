import {
  FilePenLine,
  Handshake,
  Hourglass,
  Landmark,
  RefreshCw,
  ShieldAlert,
  UserCheck,
  Webhook,
} from 'lucide-react';
import { healthOf, needsAttention, newestOf } from '@/components/business/webhooks/health';
import { ALL_ENDPOINTS } from '@/components/business/webhooks/list';
import { backordersList } from '@/components/orders/backorders/list';
import { draftsList } from '@/components/orders/drafts/list';
import { syncsList } from '@/components/stock/pos/syncs/list';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { formatCount, formatDate } from '@/components/ui/format';
import { BUYERS, SELLERS } from '@/server/kernel/permissions';
import { daysBetween } from './compare';
import { inLocation, type Looking, nouns, parametersOf, SHOWN_TASKS, totalOf, type Work } from './work';

/** The licenses of the business: it can't trade without one. */
export const LICENSE: Work = {
  key: 'license',
  icon: ShieldAlert,
  tone: 'danger',
  quiet: 'licenses',
  label: () => 'license expires',
  needs: ['read:inventory'],
  action: 'View licenses',
  href: ({ actor }) => (actor.permissions.includes('update:entity') ? '/settings/licenses' : null),
  async find({ caller, overview, today }) {
    const [{ under_review }, { today: work }] = await Promise.all([caller.entity.get({}), overview]);
    if (under_review) {
      return {
        count: 1,
        title: 'Your license is being reviewed',
        facts: 'Fill your catalog meanwhile: connecting and orders come after',
      };
    }
    const expiry = work.license_expiry;
    if (!expiry) return { count: 0 };
    const days = daysBetween(today, expiry);
    const when = days === 0 ? 'expires today' : `expires in ${formatCount(days, 'day')}`;
    return {
      count: 1,
      title: `Your license ${days < 0 ? 'has expired' : when}`,
      facts: formatDate(expiry),
    };
  },
};

const QUOTES = '/drafts?status=sent&side=buying';

export const SENT_QUOTES: Work = {
  key: 'quotes',
  icon: FilePenLine,
  tone: 'warning',
  quiet: 'quotes',
  label: nouns('quote to respond to', 'quotes to respond to'),
  needs: ['read:orders'],
  only: BUYERS,
  action: 'Review quotes',
  href: () => QUOTES,
  async find({ caller }) {
    const request = draftsList.request(draftsList.load(parametersOf(QUOTES)), 'buying');
    const { data, pagination } = await caller.drafts.list({ ...request, limit: SHOWN_TASKS });
    return {
      count: pagination.total ?? 0,
      tasks: data.map((draft) => ({
        key: draft.id,
        name: draft.wholesaler.name,
        href: `/drafts/${draft.id}`,
        facts: draft.valid_until ? `valid until ${formatDate(draft.valid_until)}` : 'sent to you',
        amount: draft.subtotal,
        action: (
          <Button asChild size="sm">
            <Link href={`/drafts/${draft.id}`}>
              Review<span className="sr-only"> the quote of {draft.wholesaler.name}</span>
            </Link>
          </Button>
        ),
      })),
    };
  },
};

const READY = '/backorders?ready=true';

export const READY_BACKORDERS: Work = {
  key: 'backorders',
  icon: Hourglass,
  tone: 'info',
  quiet: 'backorders',
  label: nouns('backorder in stock again', 'backorders in stock again'),
  needs: ['read:orders'],
  only: SELLERS,
  action: 'Fill backorders',
  href: () => READY,
  async find({ caller }) {
    const request = backordersList.request(backordersList.load(parametersOf(READY)), 'selling');
    return { count: await totalOf(caller.backorders.list({ ...request, limit: 1 })) };
  },
};

export const CLAIMS: Work = {
  key: 'claims',
  icon: UserCheck,
  tone: 'warning',
  quiet: 'claims',
  label: nouns('customer claim to review', 'customer claims to review'),
  needs: ['update:customers'],
  whole: true,
  action: 'Review claims',
  href: () => '/claims',
  find: async ({ caller }) => ({
    count: await totalOf(caller.claims.list({ role: 'seller', status: 'waiting', limit: 1 })),
  }),
};

const failingSyncs = (looking: Looking) => inLocation('/inventory/syncs?failing=true', looking);

export const FAILED_SYNCS: Work = {
  key: 'syncs',
  icon: RefreshCw,
  tone: 'danger',
  quiet: 'syncs',
  label: nouns('location failed in the latest POS sync', 'locations failed in the latest POS sync'),
  needs: ['sync:inventory'],
  action: 'View syncs',
  href: failingSyncs,
  async find(looking) {
    const request = syncsList.request(syncsList.load(parametersOf(failingSyncs(looking))));
    return { count: await totalOf(looking.caller.inventory.sync.list({ ...request, limit: 1 })) };
  },
};

/** Reports to the state by the statuses that wait for a member. */
const reportsThat = (
  statuses: Array<'needs_data' | 'review' | 'rejected'>,
  shown: Pick<Work, 'key' | 'tone' | 'quiet' | 'label' | 'action'>,
): Work => ({
  ...shown,
  icon: Landmark,
  needs: ['update:compliance'],
  href: (looking) => inLocation(`/compliance?status=${statuses[0]}`, looking),
  find: async ({ caller, chosen }) => ({
    count: await totalOf(
      caller.compliance.jobs({ status: statuses, limit: 1, ...(chosen && { location_id: chosen.id }) }),
    ),
  }),
});

export const REJECTED_REPORTS = reportsThat(['rejected'], {
  ...{ key: 'rejected-reports', tone: 'danger', quiet: 'rejected reports', action: 'View reports' },
  label: nouns('report to the state was rejected', 'reports to the state were rejected'),
});
export const WAITING_REPORTS = reportsThat(['review', 'needs_data'], {
  ...{ key: 'waiting-reports', tone: 'warning', quiet: 'reports to the state', action: 'Review reports' },
  label: nouns('report to the state to review', 'reports to the state to review'),
});

export const FAILING_WEBHOOKS: Work = {
  key: 'webhooks',
  icon: Webhook,
  tone: 'danger',
  quiet: 'webhooks',
  label: nouns('failing webhook', 'failing webhooks'),
  needs: ['read:webhooks'],
  action: 'View webhooks',
  href: () => '/settings/api/webhooks?failing=true',
  async find({ caller }) {
    const { data } = await caller.webhooks.list(ALL_ENDPOINTS);
    const failing = await Promise.all(
      data.map(async (endpoint) => {
        const { data: deliveries } = await caller.webhooks.deliveries(newestOf(endpoint.id));
        return needsAttention(endpoint, healthOf(deliveries));
      }),
    );
    return { count: failing.filter(Boolean).length };
  },
};

const ASKED = '/suppliers?status=pending';

/** Requests for a connection that wait for the supplier's response. */
export const ASKED_SUPPLIERS: Work = {
  key: 'asked-suppliers',
  icon: Handshake,
  tone: 'info',
  quiet: 'requests to suppliers',
  label: nouns('request to a supplier', 'requests to suppliers'),
  needs: ['read:connections'],
  only: BUYERS,
  action: 'View requests',
  href: () => ASKED,
  async find({ caller }) {
    const { data, pagination } = await caller.entity.connections.list({
      ...{ side: 'buying', status: 'pending', limit: SHOWN_TASKS },
    });
    const count = pagination.total ?? 0;
    return { count, facts: count > 0 && data.map(({ entity }) => entity.name).join(', ') };
  },
};
