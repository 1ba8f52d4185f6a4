import type { EntityType, Permission, TeamRole } from './permissions';
import type { Tier } from './tiers';

/** The caller: a member of one entity, or an API key of theirs or of the entity, read from the database for this request. */
export interface Actor {
  /** Of a key of the business the member who created it, who may have left. */
  userId: string;
  /** Of an API key's calls: the key's id, which is no session. */
  sessionId: string;
  email: string;
  /** The name in the audit log and the ledger: the member's, and the key's where a key acts. */
  name: string;
  /** The API key that authenticated the call, or stands behind the grant of its token; null for a session. */
  key: { id: string; name: string; memberName: string; personal: boolean; ofGrant?: boolean } | null;
  role: TeamRole;
  mfaEnabled: boolean;
  /**
   * When this session needs a second factor, as a timestamp; null where none is required or it has shown one. From then on
   * `restricted` says what is left: to set one up, or to confirm the one that the member has.
   */
  secondFactorDue: string | null;
  restricted: 'enroll' | 'confirm' | null;
  /**
   * Whether the member confirmed themselves in this session, or in this request, in the last 10 minutes: with their second
   * factor, if they have one (decision 903).
   */
  recent: boolean;
  /** Whether a code of the app or a passkey did so in this session: a recovery code is neither. */
  byDevice: boolean;
  permissions: readonly Permission[];
  /**
   * Locations whose stock the member may see and change; null means all. Once a location has been deleted, the
   * remaining ones are listed, so that rows of deleted locations stay hidden.
   */
  locationIds: readonly string[] | null;
  /** Locations that the member is limited to; null for a member without a limit, even after a location was deleted. */
  locationLimit: readonly string[] | null;
  entity: {
    id: string;
    type: EntityType;
    name: string;
    tier: Tier;
    timezone: string;
    lowStockThreshold: number;
    /** Why the operator has suspended it; null when it isn't. */
    suspension: string | null;
  };
}

/** On whose behalf a record is written. */
export interface Author {
  /** Null for Tallyleaf itself. */
  userId: string | null;
  name: string;
  entity: { id: string };
}

/** Where a request came from, for the audit log and the ledger. */
export interface RequestInfo {
  id: string;
  address: string;
  userAgent: string | null;
  /** The device cookie, unchecked; absent where the caller sent none. */
  deviceCookie?: string;
  transport: 'api' | 'dashboard' | 'job';
  /** The passcode of a menu, unchecked; absent where the caller sent none. */
  passcode?: string;
  /** Its place in a trace; absent where nothing is traced. */
  traceparent?: string | undefined;
}
