import { sql } from 'drizzle-orm';
import { check, foreignKey, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf } from '../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../platform/db/marks';
import { users } from '../auth/tables';
import { PLAN_STATUSES } from './schema';

/** What assistants planned, each to be run once. */
export const mcpPlans = pgTable(
  'mcp_plans',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    /** The member who acts, or made the key. */
    userId: uuid('user_id').notNull(),
    /** The key or grant that planned it, and no other runs it. */
    callerId: uuid('caller_id').notNull(),
    client: personal(text('client')).notNull(),
    /** SHA-256 of the token in hex. */
    tokenHash: withheld(text('token_hash')).notNull().unique(),
    tool: plain(text('tool')).notNull(),
    arguments: personal(jsonb('arguments')).notNull(),
    summary: plain(text('summary')).notNull(),
    changes: personal(jsonb('changes')).notNull(),
    warnings: personal(jsonb('warnings')).notNull(),
    /** The operations, with their input. */
    calls: withheld(jsonb('calls')).notNull(),
    /** Of changes and calls: another one is outdated. */
    digest: withheld(text('digest')).notNull(),
    permissions: plain(text('permissions')).array().notNull(),
    status: text('status', { enum: PLAN_STATUSES }).notNull().default('open'),
    startedAt: instant('started_at'),
    expiresAt: instant('expires_at').notNull(),
    approvedBy: uuid('approved_by'),
    approvedAt: instant('approved_at'),
    result: personal(jsonb('result')),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.entityId, t.userId], foreignColumns: [users.entityId, users.id] }),
    index('mcp_plans_of_caller').on(t.callerId, t.createdAt),
    index('mcp_plans_waiting').on(t.entityId, t.createdAt).where(sql`${t.status} = 'waiting'`),
    index('mcp_plans_age').on(t.createdAt),
    check('mcp_plans_status', isOneOf(t.status, PLAN_STATUSES)),
  ],
);
keep(mcpPlans, { rows: 'entity_id', kept: 'days30', erase: 'delete' });
