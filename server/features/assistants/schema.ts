// Pages import this file.
import { z } from 'zod';
import { Id, Timestamp } from '../../kernel/params';

/** Where a plan of an assistant stands: `running` while its operations do, `done` with their results. */
export const PLAN_STATUSES = ['open', 'waiting', 'running', 'done', 'outdated', 'ended'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PlanId = z.strictObject({ id: Id.meta({ description: 'Id of the plan' }) });

const Fields = z.record(z.string(), z.unknown());
export const PlanChange = z
  .object({
    object: Fields.meta({ description: 'What would change' }),
    before: Fields.nullable().meta({ description: 'Its fields when it was planned; null for something new' }),
    after: Fields.meta({ description: 'Its fields afterwards' }),
  })
  .meta({ id: 'AssistantPlanChange' });

/** Plans of a business that are shown at once; an assistant has five open ones at most. */
export const MAX_PLANS = 200;
export const WaitingPlan = z
  .object({
    id: Id.meta({ description: 'Id of the plan' }),
    client: z.string().meta({ description: 'The assistant, as the audit log calls it' }),
    tool: z.string().meta({ description: 'The tool that planned it' }),
    summary: z.string().meta({ description: 'What would be done' }),
    changes: z.array(PlanChange).meta({ description: 'Each object before and after' }),
    warnings: z.array(Fields).meta({ description: 'What to know before' }),
    may_approve: z.boolean().meta({ description: 'Whether you may approve it: you have all that it takes' }),
    expires_at: Timestamp.meta({ description: 'Until when it can be approved and run' }),
    created_at: Timestamp.meta({ description: 'When it was planned' }),
  })
  .meta({ id: 'WaitingPlan', description: 'What an assistant planned, waiting for a member' });
export const WaitingPlanList = z
  .object({ data: z.array(WaitingPlan).meta({ description: 'Oldest first' }) })
  .meta({ id: 'WaitingPlanList' });
export const DecidedPlan = z
  .object({
    id: Id.meta({ description: 'Id of the plan' }),
    status: z.enum(PLAN_STATUSES).meta({ description: 'Where it stands' }),
  })
  .meta({ id: 'DecidedPlan' });
