import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsFlag, parseAsId } from '@/components/ui/data-table/list-definition';
import { STATUS } from './labels';
import type { SyncStatus } from './types';

/** The runs of all locations; the filters are named as in the API. */
export const syncsList = defineList({
  noun: 'sync',
  limit: 20,
  sorts: ['created_at'],
  defaultSort: '-created_at',
  searchable: false,
  filters: {
    location_id: parseAsId,
    status: parseAsStringLiteral(Object.keys(STATUS) as SyncStatus[]),
    failing: parseAsFlag,
  },
  queues: { failing: [true] },
});

const ofLocation = (_: object, locationId: string | undefined) => ({ location_id: locationId });

/** What a POS reports and no product is known for. */
export const unmatchedList = defineList({
  noun: 'item',
  limit: 20,
  searchable: false,
  filters: {},
  prefix: 'unmatched',
  toRequest: ofLocation,
});

/** Which variant each item of a POS is. */
export const mappingsList = defineList({
  noun: 'mapping',
  limit: 20,
  searchable: false,
  filters: {},
  prefix: 'mappings',
  toRequest: ofLocation,
});
