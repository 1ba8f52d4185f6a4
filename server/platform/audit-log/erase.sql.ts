import { type SQL, sql } from 'drizzle-orm';
import { texts, uuids } from '../db/listing';
import { ID } from '../db/samples';
import { statement } from '../db/statement';
import { auditLog } from './tables';

/** In place of a name. */
export const ERASED = 'Erased';

/** Whose records lose what: a business's own rows all of it, those of others the values alone. */
export interface Subject {
  kind: 'user' | 'entity';
  id: string;
  entityId: string;
  /** Businesses that may know it. */
  partnerIds: readonly string[];
  /** The member, or all members that the business ever had. */
  memberIds: readonly string[];
  /** Personal values, as they stand as strings in JSON. */
  values: readonly string[];
  /** The keys of JSON objects under which they are personal: a status may have the same text. */
  keys: readonly string[];
}

export const SUBJECT: Subject = {
  kind: 'user',
  id: ID,
  entityId: ID,
  partnerIds: [ID],
  memberIds: [ID],
  values: ['x'],
  keys: ['name'],
};

/** SQL: a JSON value without the personal values of a subject. */
export const withoutValues = (source: SQL, { values, keys }: Pick<Subject, 'values' | 'keys'>) =>
  sql`erase_values(${source}, ${texts(values)}, ${texts(keys)})`;

/** SQL: writes an audit row for each row that lost fields (`position`, `entity_id`, `id`, `fields`, `digest_after`). */
export const noteErased = (action: 'audit_row.erased' | 'ledger_row.erased', changed: SQL) => {
  const [type] = action.split('.');
  return sql`insert into ${auditLog} (id, entity_id, actor_id, actor_name, action, object_type, object_id, before, after,
      request_id, address)
    select gen_random_uuid(), c.entity_id, null, 'Operator', ${action}, ${type}, c.id, null,
      jsonb_build_object('position', c.position, 'fields', c.fields, 'digest_after', c.digest_after), 'erasure', 'command line'
    from ${changed} c`;
};

/**
 * Takes personal fields from the audit log: of what a member did and of what was done to them, or of all that a business did; elsewhere
 * the values alone. Each row keeps its digest, its salt goes, and an audit row says what it lost.
 */
export const eraseAuditRows = statement([[SUBJECT], [{ ...SUBJECT, kind: 'entity' }]], (subject: Subject) => {
  const { kind, id, entityId, partnerIds, memberIds } = subject;
  const byMember = sql`coalesce(a.actor_id = any(${uuids(memberIds)}), false)`;
  const acted =
    kind === 'entity' ? sql`(${byMember} or a.entity_id = ${entityId} and a.actor_id is not null)` : byMember;
  const told =
    kind === 'entity'
      ? sql`a.entity_id = ${entityId}`
      : sql`a.entity_id = ${entityId} and a.object_id = ${id}::uuid`;
  // A partner's product may have the name of a person.
  const without = (column: SQL) =>
    sql`case when f.told then null when a.object_type = 'product' then ${column} else ${withoutValues(column, subject)} end`;
  return sql`
      with found as materialized (
        select a.id, ${acted} as acted, ${told} as told from ${auditLog} a
        where a.action not in ('audit_row.erased', 'ledger_row.erased')
          and a.entity_id = any(${uuids([entityId, ...partnerIds])})
      ), wanted as (
        select a.id,
          case when f.acted then ${ERASED} else a.actor_name end as actor_name,
          case when f.acted then '' else a.address end as address,
          ${without(sql`a.before`)} as before, ${without(sql`a.after`)} as after
        from found f join ${auditLog} a on a.id = f.id
      ), changed as (
        update ${auditLog} a set actor_name = w.actor_name, address = w.address, before = w.before, after = w.after, salt = null
        from wanted w where w.id = a.id
          and (w.actor_name, w.address, w.before, w.after) is distinct from (a.actor_name, a.address, a.before, a.after)
        returning a.id, a.entity_id, a.position, encode(audit_digest(a), 'hex') as digest_after,
          array['actor_name', 'address', 'before', 'after'] as fields
      ) ${noteErased('audit_row.erased', sql`changed`)}`;
});
