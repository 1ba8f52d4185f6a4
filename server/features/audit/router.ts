import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { listAudit } from './queries';
import { AuditLog, ListAudit } from './schema';

export const auditRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/audit',
    summary: 'List the audit log',
    description:
      'Every change, newest first, with its actor and the fields before and after. A member limited to locations sees changes to these and to the whole business.',
    permission: 'read:audit',
    input: ListAudit,
    output: AuditLog,
    replica: true,
  }).query(({ ctx, input }) => listAudit(ctx, input)),
});
