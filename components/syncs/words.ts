import type { SyncFault, SyncRun, SyncStatus, SyncType } from './types';

export const STATUS: Record<SyncStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
};

export const TYPE: Record<SyncType, { label: string; explained: string }> = {
  incremental: {
    label: 'Incremental',
    explained:
      'Takes over what has changed at the point of sale since the last completed sync. The first one takes over everything.',
  },
  full: {
    label: 'Full',
    explained:
      'Sets each item to what the point of sale reports, and sets to zero what an earlier sync had listed and this one does not. What the point of sale has never listed is left alone.',
  },
};

/** What is to be done about a fault, by its code; what the server says of it stands before. */
const ADVICE: Record<string, string> = {
  below_reserved: 'Nothing was changed. Count again, or cancel or reduce the orders that reserve it.',
  invalid_count: 'Correct the count at the point of sale.',
  invalid_cost: 'Correct the cost at the point of sale.',
  invalid_item: 'Correct the item at the point of sale.',
  listed_twice: 'Keep it once at the point of sale.',
  nothing_listed: 'Nothing was set to zero. Check the location that the point of sale is asked about.',
  pos_unavailable: 'Test the connection in the settings, then sync again.',
  pos_rate_limited: 'Wait a few minutes, then sync again.',
  pos_unauthorized: 'Replace the credentials in the settings.',
  pos_misconfigured: 'Check the connection in the settings.',
  pos_protocol: 'Ask the maker of the point of sale to follow our contract.',
  pos_endless: 'Ask the maker of the point of sale: its list does not end.',
  location_deleted: 'The location is gone.',
  interrupted: 'Sync again.',
  internal: 'Sync again. If it fails once more, tell us when it ran.',
};

export function adviceOf({ code }: SyncFault): string | null {
  return ADVICE[code] ?? null;
}

/** The code of what was counted below what orders reserve. */
export const CONFLICT = 'below_reserved';
/** The codes of what no variant was found for, which a run tells as unmatched too. */
export const UNKNOWN_CODES: readonly string[] = ['unknown_sku', 'ambiguous_sku'];

/** What a point of sale calls something: its name, else its SKU, else its own id. */
export function reportedName({ name, sku, external_id }: SyncRun['unmatched'][number]): string {
  return name ?? sku ?? external_id ?? 'Unnamed item';
}

/** Whether a run is still to come or under way. */
export function isActive({ status }: Pick<SyncRun, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}
