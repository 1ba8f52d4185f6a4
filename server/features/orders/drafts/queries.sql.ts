import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { Search } from '../../../kernel/params';
import { among, collection, filter } from '../../../platform/db/collection';
import { isOneOf } from '../../../platform/db/columns';
import { contains } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { byExternalId } from '../../entities/external-ids/resource';
import { entities } from '../../entities/tables';
import { SideFilter } from '../shapes/flow.schema';
import { OPEN_DRAFTS } from './machine';
import { DraftStatus, draft, statusNow } from './resource';
import { drafts } from './tables';

const d = alias(drafts, 'd');
type Reader = Pick<Actor, 'entity'>;

/** The buyer's own number of a draft, as a column. */
export const DRAFT_NUMBER = d.poNumber.name;

/** SQL: a quote was sent: both parties see it. */
const isQuote = sql`d.expires_at is not null`;
const SIDES = {
  selling: (me: string) => sql`d.seller_id = ${me} and (d.by_seller or ${isQuote})`,
  buying: (me: string) => sql`d.buyer_id = ${me} and (not d.by_seller or ${isQuote})`,
};

/** SQL: the drafts (alias `d`) that a business sees: its own, and quotes on either side. The only way to a row. */
export const visibleDrafts = ({ entity }: Reader): SQL =>
  sql`(${SIDES.selling(entity.id)} or ${SIDES.buying(entity.id)})`;

/** SQL: what a draft is found by. A business has few of them. */
const WORDS = sql`(select concat_ws(' ', d.po_number, s.name, b.name,
    (select string_agg(concat_ws(' ', l.line ->> 'product_name', l.line ->> 'variant_name', l.line ->> 'sku'), ' ')
      from jsonb_array_elements(d.lines) as l (line)))
  from ${entities} s, ${entities} b where s.id = d.seller_id and b.id = d.buyer_id)`;

/** The list: PostgreSQL merges the indexes of both sides by the union's own column (decision 305). */
export const DRAFTS = collection(draft, {
  name: 'drafts',
  from: sql`(
    select x.*, x.buyer_id as own_id, x.expires_at is not null or not x.by_seller as is_shown from ${drafts} x
    union all select y.*, y.seller_id as own_id, y.expires_at is not null or y.by_seller as is_shown from ${drafts} y) d`,
  visible: ({ entity }: Reader) => sql`d.own_id = ${entity.id} and d.is_shown`,
  sorts: { created_at: d.createdAt },
  fallback: '-created_at',
  keys: { created_at: 'timestamptz' },
  changed: d.updatedAt,
  filters: {
    side: filter(SideFilter, 'buying', (side, { entity }: Reader) => SIDES[side](entity.id)),
    external_id: byExternalId<Reader>('draft', sql`d.id`),
    status: among(statusNow, DraftStatus.meta({ description: 'Only drafts in this status' })),
    search: filter(
      Search.meta({
        description: "Part of a party's name, the PO number, or a product, variant or SKU of a line",
      }),
      'x',
      (part) => contains(WORDS, part),
    ),
  },
});
export const ListDrafts = DRAFTS.input;

export const draftPage = pageOf(DRAFTS, OWNER);
/** Drafts as the resource. */
export const readDrafts = rowsWhere(draft, [[sql`d.id = ${ID} and ${visibleDrafts(OWNER)}`, OWNER]]);

export const lockDraftRow = statement(
  [[ID]],
  (id: string) => sql`select d.id from ${drafts} d where d.id = ${id} for update`,
);

const isOpen = isOneOf(d.status, OPEN_DRAFTS);

/** Open drafts and quotes of a business that wrote them. */
export const countOpenDrafts = statement(
  [[ID]],
  (entityId: string) => sql<{ total: number }>`
    select count(*)::int as total from ${drafts} d
    where (case when d.by_seller then d.seller_id else d.buyer_id end) = ${entityId} and ${isOpen}`,
);

/** The seller's today, and the end of a day there. */
export const sellersDay = statement(
  [[ID, '2026-01-01']],
  (sellerId: string, day: string) => sql<{ today: string; ends_at: string }>`
    select (now() at time zone s.timezone)::date::text as today,
      to_char((${day}::date + 1)::timestamp at time zone s.timezone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends_at
    from ${entities} s where s.id = ${sellerId}`,
);

/** SQL: the end of a day, or now. */
const asOf = (date: string | null) => sql`coalesce((${date}::date + 1)::timestamptz, now())`;

/** A batch of quotes whose last day is over. */
export const DUE_BATCH = 500;
export const dueQuotes = statement(
  [[null]],
  (date: string | null) => sql<{ id: string }>`
    select id from ${drafts} where status = 'sent' and expires_at <= ${asOf(date)} order by expires_at limit ${DUE_BATCH}`,
);

/** Takes a quote whose last day is over; a quote that moved on meanwhile is left out. */
export const lockDueQuote = statement(
  [[ID, null]],
  (id: string, date: string | null) => sql<{ unclaimed: boolean }>`
    select (select b.managed_by is not null from ${entities} b where b.id = d.buyer_id) as unclaimed
    from ${drafts} d where d.id = ${id} and d.status = 'sent' and d.expires_at <= ${asOf(date)} for update of d`,
);
