import { newId } from '../../kernel/ids';
import type { AuditRow } from '../../platform/audit-log/record';

/** Common fields of the audit rows of one run of a command: the operator is the actor, not a member. */
export function byOperator(
  entityId: string,
): Pick<AuditRow, 'entityId' | 'actorId' | 'actorName' | 'requestId' | 'address'> {
  return { entityId, actorId: null, actorName: 'Operator', requestId: newId(), address: 'command line' };
}
