import { v7 } from 'uuid';
import type { AuditRow } from '../../platform/audit-log/record';

/** What audit rows of one run of a command have in common: no member did it, the operator did. */
export function byOperator(
  entityId: string,
): Pick<AuditRow, 'entityId' | 'actorId' | 'actorName' | 'requestId' | 'address'> {
  return { entityId, actorId: null, actorName: 'Operator', requestId: v7(), address: 'command line' };
}
