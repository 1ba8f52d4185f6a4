import { sql } from 'drizzle-orm';
import { statement } from '../db/statement';
import { auditLog } from './tables';

export const insertAudit = statement(
  [[[]]],
  (
    named: {
      entityId: string;
      actorName: string;
      action: string;
      objectType: string;
      objectId: string;
      requestId: string;
      address: string;
      id: string;
      actorId?: string | null | undefined;
      locationIds?: string[] | null | undefined;
      before?: unknown;
      after?: unknown;
      createdAt?: Date | undefined;
    }[],
  ) => sql`
    insert into ${auditLog} (id, entity_id, actor_id, actor_name, action, object_type, object_id, location_ids,
      before, after, request_id, address)
    select id, "entityId", "actorId", "actorName", action, "objectType", "objectId", "locationIds",
      nullif(before, 'null'),
      nullif(after, 'null'), "requestId", address
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as a (id uuid, "entityId" uuid, "actorId" uuid,
      "actorName" text, action text, "objectType" text, "objectId" uuid, "locationIds" uuid[], before jsonb, after jsonb, "requestId" text,
      address text)`,
);
