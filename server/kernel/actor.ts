import type { EntityType, Permission, TeamRole } from './permissions';

/** Who calls: a member of one business, as the database has it at this request. */
export interface Actor {
  userId: string;
  sessionId: string;
  email: string;
  name: string;
  role: TeamRole;
  permissions: readonly Permission[];
  /** The locations whose stock the member sees and changes; null means all. */
  locationIds: readonly string[] | null;
  entity: {
    id: string;
    type: EntityType;
    name: string;
    tier: 'free' | 'pro' | 'enterprise';
    timezone: string;
    lowStockThreshold: number;
  };
}

/** Where a request came from, for the audit log and the ledger. */
export interface RequestInfo {
  id: string;
  address: string;
  userAgent: string | null;
  transport: 'api' | 'dashboard' | 'job';
}
