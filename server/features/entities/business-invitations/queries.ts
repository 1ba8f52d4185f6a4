import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import { hashOf } from '../../../kernel/mailed-link';
import type { ReadContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { readPage } from '../../../platform/db/listing';
import { findCredentials } from '../../auth/queries';
import { entities } from '../tables';
import type {
  BusinessInvitation,
  BusinessInvitationList,
  INVITED_AS,
  ListBusinessInvitations,
  ListReceived,
  ReceivedInvitationList,
} from './schema';
import { businessInvitations } from './tables';

export type BusinessInvitationView = z.infer<typeof BusinessInvitation>;
type Row = typeof businessInvitations.$inferSelect;

/** Newest first. */
export async function listBusinessInvitations(
  { db, actor }: ReadContext,
  { status, ...page }: z.infer<typeof ListBusinessInvitations>,
): Promise<z.infer<typeof BusinessInvitationList>> {
  const mine = and(
    eq(businessInvitations.entityId, actor.entity.id),
    status && eq(businessInvitations.status, status),
  );
  return readPage(
    page,
    db
      .select()
      .from(businessInvitations)
      .where(mine)
      .orderBy(desc(businessInvitations.createdAt), desc(businessInvitations.id)),
    db.$count(businessInvitations, mine),
    toView,
  );
}

/** @throws AppError NOT_FOUND when absent or another business's */
export async function getBusinessInvitation(
  { db, actor }: ReadContext,
  id: string,
): Promise<BusinessInvitationView> {
  const [row] = await db
    .select()
    .from(businessInvitations)
    .where(and(eq(businessInvitations.id, id), eq(businessInvitations.entityId, actor.entity.id)));
  if (!row) throw notFound();
  return toView(row);
}

function toView(row: Row): BusinessInvitationView {
  const { id, email, invitedAs, status, createdAt, expiresAt, respondedAt } = row;
  return {
    ...{ id, email, as: invitedAs, customer_id: row.customerId, status },
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    responded_at: respondedAt?.toISOString() ?? null,
  };
}

const OPEN = and(eq(businessInvitations.status, 'sent'), gt(businessInvitations.expiresAt, sql`now()`));
const BY_LIVE = and(eq(entities.id, businessInvitations.entityId), isNull(entities.deletedAt));

/** Open invitations to the caller's email, newest first: no one else learns that it has an account. */
export async function listReceived(
  { db, actor }: ReadContext,
  page: z.infer<typeof ListReceived>,
): Promise<z.infer<typeof ReceivedInvitationList>> {
  const mine = toPerson(actor);
  const from = db
    .select({ invitation: businessInvitations, entity: entities })
    .from(businessInvitations)
    .innerJoin(entities, BY_LIVE);
  return readPage(
    page,
    from.where(mine).orderBy(desc(businessInvitations.createdAt), desc(businessInvitations.id)),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(businessInvitations)
      .innerJoin(entities, BY_LIVE)
      .where(mine)
      .then(([row]) => row?.total ?? 0),
    ({ invitation, entity: { id, name, type } }) => ({
      id: invitation.id,
      entity: { id, name, type },
      as: invitation.invitedAs,
      created_at: invitation.createdAt.toISOString(),
      expires_at: invitation.expiresAt.toISOString(),
    }),
  );
}

const toPerson = ({ email, entity }: ReadContext['actor']) =>
  and(OPEN, eq(businessInvitations.email, email), ne(businessInvitations.entityId, entity.id));

/** Locks an open invitation to the caller's email until the transaction ends. @throws AppError NOT_FOUND */
export async function lockReceived({ db, actor }: ReadContext, id: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(businessInvitations)
    .where(and(eq(businessInvitations.id, id), toPerson(actor)))
    .for('update');
  if (!row) throw notFound();
  return row;
}

/** State of a mailed link, and the invitation that it belongs to. */
export type BusinessInvitationLink =
  | { state: 'unknown' }
  | {
      state: 'open' | 'used' | 'expired';
      /** Who holds the link has the email, and learns here that it belongs to a member already. */
      isMember: boolean;
      email: string;
      inviter: string;
      as: (typeof INVITED_AS)[number];
      /** What the inviter wrote down of the business, to begin with; null where it is used, expired or of no customer. */
      kept: KeptBusiness | null;
    };

/** A business as its seller entered it. */
export type KeptBusiness = Pick<
  typeof entities.$inferSelect,
  'type' | 'name' | 'legalName' | 'licenseNumber' | 'street' | 'city' | 'state' | 'zip'
>;

/** A revoked link, and one of a deleted business, look like an unknown one. */
export async function readBusinessInvitation(db: Db, token: string): Promise<BusinessInvitationLink> {
  const [row] = await db
    .select({
      email: businessInvitations.email,
      inviter: entities.name,
      as: businessInvitations.invitedAs,
      entityId: businessInvitations.entityId,
      customerId: businessInvitations.customerId,
      state: sql<'open' | 'used' | 'expired'>`case when ${businessInvitations.status} = 'accepted' then 'used'
        when ${businessInvitations.expiresAt} <= now() then 'expired' else 'open' end`,
    })
    .from(businessInvitations)
    .innerJoin(entities, BY_LIVE)
    .where(and(eq(businessInvitations.tokenHash, hashOf(token)), ne(businessInvitations.status, 'revoked')));
  if (!row) return { state: 'unknown' };
  const { entityId, customerId, ...link } = row;
  const isMember = (await findCredentials(db, row.email)) !== null;
  const isOpen = row.state === 'open' && !isMember;
  const [kept = null] = isOpen && customerId ? await keptOf(db, entityId, customerId) : [];
  return { ...link, isMember, kept };
}

/** What a business wrote down of a customer of its own that isn't on board. */
const keptOf = (db: Db, entityId: string, customerId: string): Promise<KeptBusiness[]> =>
  db
    .select({
      type: entities.type,
      name: entities.name,
      legalName: entities.legalName,
      licenseNumber: entities.licenseNumber,
      street: entities.street,
      city: entities.city,
      state: entities.state,
      zip: entities.zip,
    })
    .from(entities)
    .where(and(eq(entities.id, customerId), eq(entities.managedBy, entityId)));
