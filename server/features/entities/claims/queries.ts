import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { forbidden, notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { allOf, pageOf } from '../../../platform/db/listing';
import { type ClaimRow, claimsOf, countClaims, visibleClaims } from './queries.sql';
import type { Claim, ClaimList, ListClaims } from './schema';

export type ClaimView = z.infer<typeof Claim>;

/** Claims of the caller's customers, and to its owner those that were offered to its business; newest first. */
export async function listClaims(
  { db, actor }: ReadContext,
  { status, role, ...page }: z.infer<typeof ListClaims>,
): Promise<z.infer<typeof ClaimList>> {
  const sides = visibleTo(actor, role).map((visible) =>
    allOf([visible, status && sql`c.status = ${status}`]),
  );
  const [rows, [counted]] = await Promise.all([
    claimsOf(db, actor.entity.id, sides, page),
    countClaims(db, sides),
  ]);
  return { data: rows.map(toView), pagination: pageOf(page, counted?.total) };
}

/** @throws AppError FORBIDDEN, NOT_FOUND */
export async function getClaim(ctx: ReadContext, id: string): Promise<ClaimView> {
  return toView(await findClaim(ctx, id));
}

/** A claim that the caller may see, as stored. @throws AppError FORBIDDEN, NOT_FOUND */
export async function findClaim({ db, actor }: ReadContext, id: string): Promise<ClaimRow> {
  const sides = visibleTo(actor).map((visible) => sql`c.id = ${id} and ${visible}`);
  const [row] = await claimsOf(db, actor.entity.id, sides, { page: 1, limit: 1 });
  if (!row) throw notFound();
  return row;
}

/** SQL: a condition for each side, or for that of a role alone. @throws AppError FORBIDDEN for a member that neither reads customers nor owns the business */
function visibleTo({ entity, permissions, role, key }: Actor, side?: ClaimRow['role']): SQL[] {
  const asSeller = permissions.includes('read:customers');
  const asClaimant = role === 'owner' && key === null;
  if (!asSeller && !asClaimant) {
    throw forbidden('Your role or business type lacks the permission read:customers.', {
      reason: 'permission_required',
      permission: 'read:customers',
    });
  }
  return visibleClaims(entity.id, asSeller && side !== 'claimant', asClaimant && side !== 'seller');
}

function toView(row: ClaimRow): ClaimView {
  const { id, role, entity_id, name, orders, status, confirmable_at, created_at, expires_at } = row;
  return {
    ...{ id, role, entity_id, name, orders, status, confirmable_at, created_at, expires_at },
    seller: { id: row.seller_id, name: row.seller_name, type: row.seller_type },
    claimant:
      row.claimant_id === null
        ? null
        : {
            kind: row.claimant_entity === null ? 'person' : 'business',
            id: row.claimant_entity,
            email: row.claimant_email ?? '',
            name: row.claimant_name ?? '',
            license_number: row.claimant_license ?? '',
            type: row.claimant_type ?? 'retailer',
          },
    matches: { email: row.email_matches, license: row.license_matches, type: row.type_matches },
  };
}
