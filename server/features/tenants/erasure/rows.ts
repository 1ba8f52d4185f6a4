import { type SQL, sql } from 'drizzle-orm';
import { ERASED, type Subject, withoutValues } from '../../../platform/audit-log/erase.sql';
import type { Db } from '../../../platform/db/client';
import { texts, uuids } from '../../../platform/db/listing';
import { rowsOf } from '../data/scope.sql';
import { marked, TABLES, type TableData } from '../data/tables';

interface Column {
  table: string;
  column: string;
  nullable: boolean;
  type: string;
}

/** Blanks or deletes the personal fields of every table of the declaration, but for those with digests. */
export async function eraseRows(tx: Db, subject: Subject): Promise<void> {
  const known = await columnsOf(tx);
  if (subject.kind === 'user') await eraseInvitations(tx, subject.id);
  for (const [name, table] of Object.entries(TABLES)) {
    const where = whichOf(table, subject);
    if (!where || (table.erase !== 'blank' && table.erase !== 'delete')) continue;
    if (table.erase === 'delete' && !where.names)
      await tx.execute(sql`delete from ${sql.identifier(name)} t where ${where.rows}`);
    else await blank(tx, name, where.names ?? marked(table, 'personal'), where.rows, known, subject);
  }
  await eraseCopies(tx, subject);
}

/** The rows of a table that a subject's erasing changes, and of which columns if not of all that are personal. */
function whichOf(table: TableData, { kind, id, entityId }: Subject): { rows: SQL; names?: string[] } | null {
  const scope = table.erased ?? table.rows;
  if (kind === 'entity') return scope ? { rows: rowsOf(scope, entityId) } : null;
  const columns = Object.keys(table.columns);
  if (columns.includes('password_hash') && columns.includes('team_role'))
    return { rows: sql`t.id = ${id}::uuid` };
  if (columns.includes('user_id')) return { rows: sql`t.user_id = ${id}` };
  const names = columns.filter((column) => column === 'actor_name' || column === 'assignee_name');
  if (names.length === 0) return null;
  const ids = names.map((column) => sql`t.${sql.identifier(column.replace('_name', '_id'))} = ${id}::uuid`);
  return { rows: sql`(${sql.join(ids, sql` or `)})`, names };
}

/** Invitations of a member, by whichever business, name the email; the one that was accepted has the member's id. Before that is blanked. */
async function eraseInvitations(tx: Db, id: string): Promise<void> {
  const email = sql`(select u.email from ${sql.identifier('users')} u where u.id = ${id}::uuid)`;
  await tx.execute(
    sql`delete from ${sql.identifier('invitations')} t where t.id = ${id}::uuid or t.email = ${email}`,
  );
  await tx.execute(sql`delete from ${sql.identifier('business_invitations')} t where t.email = ${email}`);
  await tx.execute(sql`delete from ${sql.identifier('invited_addresses')} t where t.address = ${email}`);
}

async function blank(
  tx: Db,
  table: string,
  columns: readonly string[],
  rows: SQL,
  known: ReadonlyMap<string, Column>,
  { id, kind }: Subject,
): Promise<void> {
  const set = columns.map((column) => {
    const { nullable, type } = known.get(`${table}.${column}`) as Column;
    const own = sql.identifier(column);
    // An email stays unique among members.
    if (table === 'users' && column === 'email') return sql`${own} = t.id::text || '@erased.invalid'`;
    // A name stays unique among the suppliers of a business.
    if (table === 'goods_suppliers' && column === 'name') return sql`${own} = ${ERASED} || ' ' || t.id`;
    if (table === 'entities' && column === 'contact_email') return sql`${own} = ''`;
    if (kind === 'user' && column === 'assignee_name')
      return sql`${own} = case when t.assignee_id = ${id}::uuid then ${ERASED} else ${own} end`;
    if (kind === 'user' && column === 'actor_name')
      return sql`${own} = case when t.actor_id = ${id} then ${ERASED} else ${own} end`;
    if (nullable && !/_name$/.test(column)) return sql`${own} = null`;
    if (type === 'jsonb')
      return sql`${own} = case jsonb_typeof(${own}) when 'array' then '[]' else '{}' end::jsonb`;
    return sql`${own} = case when ${own} is not null then ${ERASED} end`;
  });
  if (table === 'users')
    set.push(sql`password_hash = ''`, sql`mfa_secret = null`, sql`mfa_enabled_at = null`);
  if (set.length > 0)
    await tx.execute(sql`update ${sql.identifier(table)} t set ${sql.join(set, sql`, `)} where ${rows}`);
}

/** What the business and its partners have copied: events, notifications, invoices and drawn documents. */
async function eraseCopies(tx: Db, subject: Subject): Promise<void> {
  const { kind, entityId, partnerIds, values } = subject;
  const others = uuids(kind === 'entity' ? partnerIds : [entityId, ...partnerIds]);
  const named = (name: string) => sql.identifier(name);
  const without = (column: SQL) => withoutValues(column, subject);
  const words = (column: SQL) => sql`erase_words(${column}, ${texts(values)})`;
  await tx.execute(sql`update ${named('events')} t set data = ${without(sql`t.data`)}
    where t.entity_id = any(${others}) and t.type not like 'product.%' and ${without(sql`t.data`)} <> t.data`);
  await tx.execute(sql`update ${named('notices')} t set notice = ${without(sql`t.notice`)}
    where t.entity_id = any(${others}) and ${without(sql`t.notice`)} <> t.notice`);
  await tx.execute(sql`delete from ${named('drawn_documents')} t where t.entity_id = any(${others})`);
  await tx.execute(sql`update ${named('order_history')} t set before = ${without(sql`t.before`)},
      after = ${without(sql`t.after`)} where t.actor_entity_id = ${entityId}`);
  if (kind === 'entity') await eraseParty(tx, subject);
  const [summary, name] = [words(sql`t.summary`), words(sql`t.object_name`)];
  await tx.execute(sql`update ${named('notifications')} t set summary = ${summary}, object_name = ${name}
    where t.entity_id = any(${others}) and (${summary}, ${name}) is distinct from (t.summary, t.object_name)`);
}

/** What money documents, which are both parties', say of a business: by its side, as it may have been called otherwise then. */
async function eraseParty(tx: Db, { entityId, keys }: Subject): Promise<void> {
  // Its own row keeps the license, too.
  const personal = keys.filter((key) => key !== 'license_number');
  for (const [column, side] of [
    ['seller_id', 'seller'],
    ['buyer_id', 'bill_to'],
  ] as const) {
    const party = sql`(t.parties -> ${side}::text)`;
    const all = sql`array(select v #>> '{}' from jsonb_path_query(${party}, 'strict $.**') v
      where jsonb_typeof(v) = 'string' and v #>> '{}' <> '')`;
    await tx.execute(sql`update ${sql.identifier('invoices')} t
      set parties = jsonb_set(t.parties, array[${side}::text], erase_values(${party}, ${all}, ${texts(personal)}))
      where t.${sql.identifier(column)} = ${entityId}::uuid and ${party} is not null`);
  }
  await tx.execute(sql`update ${sql.identifier('payments')} t set buyer_name = ${ERASED}
    where t.buyer_id = ${entityId}::uuid and t.buyer_name is not null`);
  await tx.execute(sql`update ${sql.identifier('bank_accounts')} t set routing_number = null, account_number = null
    where t.entity_id = ${entityId}::uuid`);
  await tx.execute(
    sql`update ${sql.identifier('pay_runs')} t set file = null where t.entity_id = ${entityId}::uuid`,
  );
  await tx.execute(sql`update ${sql.identifier('bank_lines')} t
    set text = ${ERASED}, text_key = null, reference = null, aside_note = null where t.id in (
      select k.line_id from ${sql.identifier('bank_line_payments')} k join ${sql.identifier('payments')} p on p.id = k.payment_id
      where p.buyer_id = ${entityId}::uuid)`);
}

async function columnsOf(tx: Db): Promise<ReadonlyMap<string, Column>> {
  const rows = (await tx.execute(sql`
    select c.table_name as table, c.column_name as column, c.is_nullable = 'YES' as nullable, c.data_type as type
    from information_schema.columns c where c.table_schema = 'public'`)) as unknown as Column[];
  return new Map(rows.map((row) => [`${row.table}.${row.column}`, row]));
}
