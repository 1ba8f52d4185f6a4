import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { NoInput } from '../entities/schema';
import { DecidedPlan, PlanId, WaitingPlanList } from './schema';
import { decidePlan, listWaiting } from './service';

export const assistantsRouter = router({
  waiting: endpoint({
    rest: 'GET /api/v1/assistants/plans',
    summary: 'List plans of assistants that wait',
    description:
      'What assistants planned and a member is to approve, oldest first; at most 200. For signed-in members: a key or token gets 403.',
    permission: 'read:entity',
    input: NoInput,
    output: WaitingPlanList,
    errors: ['api_key'],
  }).query(({ ctx }) => listWaiting(ctx)),

  approve: endpoint({
    rest: 'POST /api/v1/assistants/plans/{id}/approve',
    summary: 'Approve a plan of an assistant',
    description:
      'The assistant that made it may then run it, once, within 10 minutes. For members with the permissions that it takes, and all locations unless it is their own.',
    permission: 'read:entity',
    input: PlanId,
    output: DecidedPlan,
    errors: ['NOT_FOUND', 'api_key', 'not_waiting', 'permission_required'],
  }).mutation(({ ctx, input }) => decidePlan(ctx, input.id, 'approve')),

  reject: endpoint({
    rest: 'POST /api/v1/assistants/plans/{id}/reject',
    summary: 'Reject a plan of an assistant',
    description: 'It can no longer be run. For the same members.',
    permission: 'read:entity',
    input: PlanId,
    output: DecidedPlan,
    errors: ['NOT_FOUND', 'api_key', 'not_waiting', 'permission_required'],
  }).mutation(({ ctx, input }) => decidePlan(ctx, input.id, 'reject')),
});
