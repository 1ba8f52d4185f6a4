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
    explained: 'Imports changes in the POS since the last completed sync. The first sync imports everything.',
  },
  full: {
    label: 'Full',
    explained:
      "Sets each item to the POS's count, and to zero if an earlier sync listed it and this one doesn't. Items that the POS has never listed don't change.",
  },
};

/** What is to be done about a fault, by its code; what the server says of it stands before. */
const ADVICE: Record<string, string> = {
  below_reserved: "The quantity didn't change. Count again, or cancel or reduce the orders that reserve it.",
  invalid_count: 'Correct the count in the POS.',
  invalid_cost: 'Correct the cost in the POS.',
  invalid_item: 'Correct the item in the POS.',
  listed_twice: 'List it once in the POS.',
  invalid_lot: 'Correct the batch, package tag or expiration date in the POS.',
  unknown_package: 'Enter the batch of the package in the POS.',
  tag_taken: 'Correct the package tag in the POS.',
  too_many_numbers: 'The batches are recorded by a sync of another day.',
  nothing_listed: 'Nothing was set to zero. Check the location ID in the POS connection.',
  pos_unavailable: 'Test the connection in the settings, then sync again.',
  pos_rate_limited: 'Wait a few minutes, then sync again.',
  pos_unauthorized: 'Replace the credentials in the settings.',
  pos_misconfigured: 'Check the connection in the settings.',
  pos_protocol: 'Ask your POS vendor to follow our contract.',
  pos_too_costly:
    'Contact its vendor: its responses must be smaller. Pages can be set smaller in the connection.',
  pos_endless: 'Your POS keeps returning new pages. Contact its vendor.',
  location_deleted: 'The location no longer exists.',
  interrupted: 'Sync again.',
  internal: 'Sync again. If it fails again, contact support with its time.',
};

export function adviceOf({ code }: SyncFault): string | null {
  return ADVICE[code] ?? null;
}

/** The code of what was counted below what orders reserve. */
export const CONFLICT = 'below_reserved';
/** The codes of what no variant was found for, which a run tells as unmatched too. */
export const UNKNOWN_CODES: readonly string[] = ['unknown_sku', 'ambiguous_sku'];

/** The name of a POS item: its name, else its SKU, else its id. */
export function reportedName({ name, sku, external_id }: SyncRun['unmatched'][number]): string {
  return name ?? sku ?? external_id ?? 'Unnamed item';
}

/** Whether a run is still to come or under way. */
export function isActive({ status }: Pick<SyncRun, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}
