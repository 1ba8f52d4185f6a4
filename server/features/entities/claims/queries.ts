import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { AppError, forbidden, notFound } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import type { ReadContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { pageOf } from '../../../platform/db/listing';
import { countDocuments, documentsOf, type OfferRow, offersOf } from './offer.sql';
import { type ClaimRow, claimsOf, countClaims, type Side, visibleClaims } from './queries.sql';
import type { Claim, ClaimList, ListClaims, ListOfferedDocuments, OfferedDocumentList } from './schema';
import { claims } from './tables';

export type ClaimView = z.infer<typeof Claim>;

/** Claims of the caller's customers, and to its owner what was offered to its business. */
export async function listClaims(
  { db, actor }: ReadContext,
  { status, role, ...page }: z.infer<typeof ListClaims>,
): Promise<z.infer<typeof ClaimList>> {
  const sides = visibleTo(actor, role).map((side) =>
    status ? { ...side, where: sql`${side.where} and ${side.status} = ${status}` } : side,
  );
  const [rows, [counted]] = await Promise.all([
    claimsOf(db, actor.entity.id, sides, page, role === 'claimant'),
    countClaims(db, sides),
  ]);
  return { data: await viewsOf(db, rows), pagination: pageOf(page, counted?.total) };
}

/** @throws AppError FORBIDDEN, NOT_FOUND */
export async function getClaim(ctx: ReadContext, id: string): Promise<ClaimView> {
  const [view] = await viewsOf(ctx.db, [await findClaim(ctx, id)]);
  if (!view) throw notFound();
  return view;
}

/** A claim that the caller may see, as stored. @throws AppError FORBIDDEN, NOT_FOUND */
export async function findClaim({ db, actor }: ReadContext, id: string): Promise<ClaimRow> {
  const sides = visibleTo(actor).map((side) => ({ ...side, where: sql`c.id = ${id} and ${side.where}` }));
  const [row] = await claimsOf(db, actor.entity.id, sides, { page: 1, limit: 1 }, false);
  if (!row) throw notFound();
  return row;
}

/** The orders and invoices that come along with an offer, newest first. @throws AppError FORBIDDEN, NOT_FOUND unless it is offered */
export async function listOfferedDocuments(
  ctx: ReadContext,
  { id, ...page }: z.infer<typeof ListOfferedDocuments>,
): Promise<z.infer<typeof OfferedDocumentList>> {
  const claim = await findClaim(ctx, id);
  if (!isOpenOffer(claim)) throw notFound();
  const [rows, [counted]] = await Promise.all([documentsOf(ctx.db, id, page), countDocuments(ctx.db, id)]);
  const data = rows.map(({ total, due, ...row }) => ({
    ...row,
    total: toDollars(total),
    due: due === null ? null : toDollars(due),
  }));
  return { data, pagination: pageOf(page, counted?.total) };
}

const isOpenOffer = ({ role, status }: ClaimRow) =>
  role === 'claimant' && (status === 'offered' || status === 'merging');

/** Each side, or that of a role alone. @throws AppError FORBIDDEN for a member that neither reads customers nor owns the business */
function visibleTo({ entity, permissions, role, key }: Actor, side?: ClaimRow['role']): Side[] {
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

async function viewsOf(db: Db, rows: readonly ClaimRow[]): Promise<ClaimView[]> {
  const open = rows.filter(isOpenOffer).map(({ id }) => id);
  const offers = open.length > 0 ? await offersOf(db, open) : [];
  const byClaim = new Map(offers.map((offer) => [offer.id, offer]));
  return rows.map((row) => toView(row, byClaim.get(row.id)));
}

function toView(row: ClaimRow, offer: OfferRow | undefined): ClaimView {
  const { id, role, entity_id, name, orders, status, confirmable_at, created_at, expires_at } = row;
  return {
    ...{ id, role, entity_id, name, orders, status, confirmable_at, created_at, expires_at },
    seller: { id: row.seller_id, name: row.seller_name, type: row.seller_type },
    claimant:
      row.claimant_id === null
        ? null
        : {
            kind: 'business',
            id: row.claimant_entity,
            email: row.claimant_email,
            name: row.claimant_name ?? '',
            license_number: row.claimant_license ?? '',
            type: row.claimant_type ?? 'retailer',
          },
    matches: { email: row.email_matches, license: row.license_matches, type: row.type_matches },
    version: offer?.version ?? null,
    license_verified: offer?.license_verified ?? null,
    locations: offer?.locations ?? null,
    quotes: offer?.quotes ?? null,
    backorders: offer?.backorders ?? null,
    invoices: offer?.invoices ?? null,
    unapplied: offer ? toDollars(offer.unapplied) : null,
    owed: offer ? toDollars(offer.owed) : null,
  };
}

/** @throws AppError CONFLICT with `details.reason = "merging"` while a customer is about to be merged */
export async function rejectWhileMerging(db: Db, customerId: string): Promise<void> {
  if (!(await isMerging(db, customerId))) return;
  throw new AppError(
    'CONFLICT',
    'This customer is being merged into its own business. Try again in a moment.',
    { reason: 'merging' },
  );
}

/** Whether a customer is about to be merged: its seller changes nothing of it meanwhile. */
export async function isMerging(db: Db, customerId: string): Promise<boolean> {
  return (await db.$count(claims, and(eq(claims.entityId, customerId), eq(claims.status, 'merging')))) > 0;
}
