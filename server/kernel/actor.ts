import type { EntityType, Permission, TeamRole } from './permissions';
import type { Tier } from './tiers';

/** Who calls: a member of one business, as the database has it at this request. */
export interface Actor {
  userId: string;
  sessionId: string;
  email: string;
  name: string;
  role: TeamRole;
  mfaEnabled: boolean;
  permissions: readonly Permission[];
  /**
   * The locations whose stock the member sees and changes. Null means all; where locations were deleted, all that are
   * left are named, so that the rows of the deleted ones stay out of sight.
   */
  locationIds: readonly string[] | null;
  /** The locations that the member is limited to; null for a member without a limit, whatever was deleted. */
  locationLimit: readonly string[] | null;
  entity: {
    id: string;
    type: EntityType;
    name: string;
    tier: Tier;
    timezone: string;
    lowStockThreshold: number;
  };
}

/** Where a request came from, for the audit log and the ledger. */
export interface RequestInfo {
  id: string;
  address: string;
  userAgent: string | null;
  /** The device cookie, unchecked; absent where the caller sent none. */
  deviceCookie?: string;
  transport: 'api' | 'dashboard' | 'job';
}
