import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsId } from '@/components/ui/data-table/list-definition';
import { dayAfter, EXPIRING_DAYS } from './expiration';
import { TEST_STATUS } from './labels';
import type { Batch } from './types';

/** Work to do. */
const QUEUES = ['expiring', 'held', 'uncertified'] as const;
const VIEWS = ['all', ...QUEUES] as const;

/** The batches of the business; its scope is the current day, from which `expiring` counts. */
export const batchesList = defineList({
  noun: 'batch',
  plural: 'batches',
  limit: 50,
  sorts: ['created_at', 'expires_on', 'batch_id'],
  defaultSort: '-created_at',
  filters: {
    location_id: parseAsId,
    product_id: parseAsId,
    view: parseAsStringLiteral(VIEWS),
    test_status: parseAsStringLiteral(Object.keys(TEST_STATUS) as Batch['test_status'][]),
  },
  tab: 'view',
  queues: { view: QUEUES },
  toRequest({ location_id, product_id, view, test_status }, today: string) {
    return {
      ...(location_id && { location_id }),
      ...(product_id && { product_id }),
      ...(view === 'expiring' && { expires_before: dayAfter(today, EXPIRING_DAYS + 1), on_hand: true }),
      ...(view === 'held' && { held: true }),
      ...(view === 'uncertified' && { has_coa: false, on_hand: true }),
      ...(test_status && { test_status }),
    };
  },
});
