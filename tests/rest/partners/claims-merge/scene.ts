import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Claim } from '../../../../server/features/entities/claims/schema';
import type { Business } from '../../../factories/business';
import type { Trade } from '../../../factories/trade';
import { type Client, ok } from '../../../setup/client';
import { eventually } from '../../../setup/eventually';
import type { Stage } from '../../../setup/stage';

/** Merges by the claim's owner, and waits until it is done. */
export async function merge(owner: Client, claim: string): Promise<void> {
  const { version } = ok(await owner.get<z.infer<typeof Claim>>(`/api/v1/claims/${claim}`));
  expect(await owner.post(`/api/v1/claims/${claim}/merge`, { version })).toMatchObject({
    status: 202,
    body: { status: 'merging' },
  });
  await eventually(
    async () => ok(await owner.get<z.infer<typeof Claim>>(`/api/v1/claims/${claim}`)).status,
    (status) => expect(status).toBe('confirmed'),
  );
}

/** What precedes a merge in a database, and what names a business there. */
export function mergesOn(sql: Stage['sql']) {
  /** Waits until nothing waits to become a notification or an event. */
  const settle = () =>
    eventually(
      () => sql`select from notices union all select from events where sequence is null`,
      (waiting) => expect(waiting).toHaveLength(0),
    );

  /** Makes a business one that its seller entered: it has no members, and no stock so far. */
  async function unboard(id: string, seller: string): Promise<void> {
    await settle();
    await sql.begin(async (tx) => {
      // Locked, so that no notification arrives meanwhile.
      const members = await tx<{ id: string }[]>`select id from users where entity_id = ${id} for update`;
      const ids = members.map((member) => member.id);
      await tx`delete from notifications where entity_id = ${id}`;
      await tx`delete from known_devices where user_id = any(${ids})`;
      await tx`delete from sessions where user_id = any(${ids})`;
      await tx`delete from users where entity_id = ${id}`;
    });
    await sql`delete from events where entity_id = ${id}`;
    await sql`update connections set requester_id = ${seller}, target_id = ${id}, managed = true
      where ${id} in (requester_id, target_id)`;
    await sql`update entities set managed_by = ${seller} where id = ${id}`;
  }

  async function offerTo(
    business: Business,
    email: string,
    customerId: string,
    sellerId: string,
  ): Promise<string> {
    const [claimant, claim] = [randomUUID(), randomUUID()];
    await sql`insert into claimants (id, email, entity_id) values (${claimant}, ${email}, ${business.id})
      on conflict (entity_id) do nothing`;
    await sql`insert into claims (id, entity_id, seller_id, claimant_id, email_matches, license_matches, type_matches, status,
        expires_at, offered_at)
      select ${claim}, ${customerId}, ${sellerId}, k.id, true, true, true, 'offered', now() + interval '14 days', now()
      from claimants k where k.entity_id = ${business.id}`;
    return claim;
  }

  /** Rows that name the customer of a trade, in each table that its orders don't fill. */
  async function storeTraces(trade: Trade, survivor: Business, orderId: string): Promise<void> {
    const { id, locationIds } = trade.retailer;
    const lot = ok(
      await trade.seller.post<{ id: string; batch: string }>('/api/v1/lots', {
        product_id: trade.product.id,
        batch_id: 'M1',
      }),
    );
    const recall = randomUUID();
    await sql`insert into recalls (id, batch_id, entity_id, class, reason, instructions, actor_id, actor_name)
      values (${recall}, ${lot.batch}, ${trade.wholesaler.id}, 'II', 'x', 'x', ${randomUUID()}, 'x')`;
    for (const [entity, held] of [
      [id, 4],
      [survivor.id, 7],
    ] as const)
      await sql`insert into recall_responses (recall_id, entity_id, held) values (${recall}, ${entity}, ${held})`;
    await sql`insert into batch_notices (batch_id, entity_id, expires_on, days) values (${lot.batch}, ${id}, '2026-12-01', 30)`;
    await sql`insert into batch_reach (entity_id, batch_id, batch_number, created_at) values (${id}, ${lot.batch}, 'M1', now())`;
    await sql`insert into lot_reach (entity_id, lot_id, created_at) values (${id}, ${lot.id}, now()) on conflict do nothing`;
    await sql`insert into product_reach (entity_id, product_id) values (${id}, ${trade.product.id}) on conflict do nothing`;
    await sql`insert into receipts (id, order_id, entity_id, wholesaler_id, credit_cents, actor_id, actor_name)
      values (${randomUUID()}, ${orderId}, ${id}, ${trade.wholesaler.id}, 0, ${randomUUID()}, 'x')`;
    await sql`insert into backorders (id, seller_id, buyer_id, product_id, variant_id, product_name, sku, receiving_location_id,
        quantity, ladder, status, expires_on)
      values (${randomUUID()}, ${trade.wholesaler.id}, ${id}, ${trade.product.id}, ${trade.product.variantId}, 'x', 'x',
        ${locationIds[0]}, 2, '[{"min_steps": 1, "price_cents": 1000}]', 'cancelled', '2026-01-01')`;
    await sql`insert into drafts (id, seller_id, buyer_id, by_seller, lines, subtotal_cents, actor_name)
      values (${randomUUID()}, ${trade.wholesaler.id}, ${id}, true, '[{}]', 0, 'x')`;
    await sql`insert into business_invitations (id, entity_id, email, invited_as, customer_id, mailed, expires_at)
      values (${randomUUID()}, ${trade.wholesaler.id}, 'x@merge.test', 'customer', ${id}, false, now())`;
    const [invoice, payment, credit] = [randomUUID(), randomUUID(), randomUUID()];
    await sql`insert into invoices (id, seller_id, buyer_id, number, opening, issued_on, due_on, subtotal_cents, discount_cents, freight_cents,
        tax_cents, total_cents, settled_cents)
      values (${invoice}, ${trade.wholesaler.id}, ${id}, ${invoice}, true, '2026-01-01', '2026-01-31', 1000, 0, 0, 0, 1000, 400)`;
    await sql`insert into payments (id, seller_id, buyer_id, kind, method, amount_cents, allocated_cents, received_on, recorded_on, actor_name)
      values (${payment}, ${trade.wholesaler.id}, ${id}, 'payment', 'check', 300, 300, '2026-01-02', '2026-01-02', 'x')`;
    const [counter] = await sql<{ last: string }[]>`
      insert into document_counters as c (seller_id, kind, last) values (${trade.wholesaler.id}, 'credit', 1)
      on conflict (seller_id, kind) do update set last = c.last + 1 returning lpad(last::text, 7, '0') as last`;
    await sql`insert into credit_notes (id, seller_id, buyer_id, invoice_id, number, source, reason, issued_on, subtotal_cents, discount_cents,
        tax_cents, total_cents, allocated_cents, remaining, document, actor_name)
      values (${credit}, ${trade.wholesaler.id}, ${id}, ${invoice}, ${`CRN-${counter?.last}`}, 'seller', 'x', '2026-01-02', 100, 0, 0, 100, 100,
        '{"lines": [], "discount_cents": null}', '{"lines": [], "tax_lines": []}', 'x')`;
    await sql`insert into allocations (id, seller_id, buyer_id, payment_id, credit_note_id, invoice_id, invoice_issued_on, invoice_due_on, amount_cents,
        source_on, made_on, actor_name)
      values (${randomUUID()}, ${trade.wholesaler.id}, ${id}, ${payment}, null, ${invoice}, '2026-01-01', '2026-01-31', 300, '2026-01-02', '2026-01-02', 'x'),
        (${randomUUID()}, ${trade.wholesaler.id}, ${id}, null, ${credit}, ${invoice}, '2026-01-01', '2026-01-31', 100, '2026-01-02', '2026-01-02', 'x')`;
  }

  /** Columns that refer to a business, by a foreign key or by their name. */
  async function columns(): Promise<string[]> {
    const rows = await sql<{ name: string }[]>`
      select distinct c.table_name || '.' || c.column_name as name from information_schema.columns c
      where c.table_schema = 'public' and c.udt_name = 'uuid' and (
        c.column_name ~ '(^|_)(entity|retailer|wholesaler|seller|buyer|requester|target|supplier|customer|cause|alias|survivor|partner|holder|managed_by|business|owner)(_id)?$'
        or exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          where k.contype = 'f' and k.confrelid = 'entities'::regclass and k.conrelid = to_regclass(format('public.%I', c.table_name))
            and a.attname = c.column_name))`;
    return rows.map(({ name }) => name).sort();
  }

  /** Those of the columns that name the business in any row. */
  const naming = async (id: string, names: readonly string[]) => {
    const found: string[] = [];
    for (const name of names) {
      const [table = '', column = ''] = name.split('.');
      const rows = await sql`select from ${sql(table)} where ${sql(column)} = ${id} limit 1`;
      if (rows.length > 0) found.push(name);
    }
    return found;
  };
  return { settle, unboard, offerTo, storeTraces, columns, naming };
}
