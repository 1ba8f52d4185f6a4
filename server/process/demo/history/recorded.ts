import type { AuditAction } from '../../../kernel/audit-actions';
import type { Person } from '../businesses';

/** What the audit log says of an act. */
export interface Recorded {
  at: number;
  actor: Person;
  requestId: string;
  action: AuditAction;
  objectId: string;
  /** Null for the whole entity. */
  locationIds?: string[];
  before: unknown;
  after: unknown;
}
