import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/url-state';
import { MAX_PAGE, parseAsId } from '@/components/inventory/list-definition';
import type { SyncStatus, SyncsQuery } from './types';
import { STATUS } from './words';

const LIMIT = 20;

/** What of the list of syncs lives in the address; the filters bear the API's names. */
export const syncsList = defineList({
  sorts: ['created_at'],
  defaultSort: '-created_at',
  filters: {
    location_id: parseAsId,
    status: parseAsStringLiteral(Object.keys(STATUS) as SyncStatus[]),
  },
});

type State = Awaited<ReturnType<typeof syncsList.load>>;

/** The question to the server that an address stands for; the same on the server and in the browser. */
export function syncsQuery(state: State): SyncsQuery & { page: number; limit: number } {
  return {
    page: Math.min(state.page, MAX_PAGE),
    limit: LIMIT,
    sort: state.sort,
    ...(state.location_id && { location_id: state.location_id }),
    ...(state.status && { status: state.status }),
  };
}
