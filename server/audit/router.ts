import { endpoint } from '../trpc/endpoint';
import { router } from '../trpc/init';
import { listAudit } from './queries';
import { AuditLog, ListAudit } from './schema';

export const auditRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/audit',
    summary: 'Who changed what: every change with what was before and after, newest first',
    permission: 'read:audit',
    input: ListAudit,
    output: AuditLog,
  }).query(({ ctx, input }) => listAudit(ctx, input)),
});
