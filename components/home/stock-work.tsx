import { FileWarning, Hourglass, Siren } from 'lucide-react';
import { batchesList } from '@/components/stock/batches/list';
import { recallsList } from '@/components/stock/recalls/list';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { inLocation, type Looking, nouns, parametersOf, SHOWN_TASKS, totalOf, type Work } from './work';

const WAITING = '/recalls?waiting=true';

export const RECALLS: Work = {
  key: 'recalls',
  icon: Siren,
  tone: 'danger',
  quiet: 'recalls',
  label: nouns('recall to respond to', 'recalls to respond to'),
  needs: ['read:inventory'],
  action: 'Respond',
  href: () => WAITING,
  async find({ caller, actor }) {
    const request = recallsList.request(recallsList.load(parametersOf(WAITING)));
    const { data, pagination } = await caller.recalls.list({ ...request, limit: SHOWN_TASKS });
    const mayRespond = actor.permissions.includes('update:inventory') && actor.locationLimit === null;
    return {
      count: pagination.total ?? 0,
      tasks: data.map((recall) => ({
        key: recall.id,
        name: recall.product_name,
        href: `/recalls/${recall.id}`,
        facts: `Batch ${recall.batch_id} · class ${recall.class} · ${recall.entity.name}`,
        action: mayRespond && (
          <Button asChild size="sm">
            <Link href={`/recalls/${recall.id}`}>
              Respond<span className="sr-only"> to the recall of {recall.batch_id}</span>
            </Link>
          </Button>
        ),
      })),
    };
  },
};

/** Batches of a view. */
const batchWork = (view: string, work: Pick<Work, 'key' | 'icon' | 'tone' | 'quiet' | 'label'>): Work => {
  const href = (looking: Looking) => inLocation(`/batches?view=${view}`, looking);
  return {
    ...work,
    needs: ['read:inventory'],
    action: 'Review batches',
    href,
    async find(looking) {
      const request = batchesList.request(batchesList.load(parametersOf(href(looking))), looking.today);
      return { count: await totalOf(looking.caller.batches.list({ ...request, limit: 1 })) };
    },
  };
};

export const EXPIRING = batchWork('expiring', {
  key: 'expiring',
  icon: Hourglass,
  tone: 'warning',
  quiet: 'expirations',
  label: nouns('batch expired or expiring within 30 days', 'batches expired or expiring within 30 days'),
});

export const UNCERTIFIED = batchWork('uncertified', {
  key: 'certificates',
  icon: FileWarning,
  tone: 'warning',
  quiet: 'certificates',
  label: nouns('batch without a certificate', 'batches without a certificate'),
});
