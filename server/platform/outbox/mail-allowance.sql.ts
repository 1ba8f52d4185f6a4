import { type SQL, sql } from 'drizzle-orm';
import { newId } from '../../kernel/ids';
import { ID } from '../db/samples';
import { statement } from '../db/statement';
import { CAUSED_PER_HOUR, INVITED_EVER, MAIL_LIMITS, type MailShare } from './mail-shares';
import { countedMails, invitedAddresses } from './tables';

const WITHIN_HOUR = sql`c.created_at > clock_timestamp() - interval '1 hour'`;
const WITHIN_DAY = sql`c.created_at > clock_timestamp() - interval '1 day'`;

/** SQL: how many mails of a share may be sent now for an entity (a day) and to an address (an hour). */
export function mailsLeft(entityId: SQL, address: SQL, share: MailShare): SQL {
  const { hour, day } = MAIL_LIMITS[share];
  const left = (limit: number, counts: SQL) => sql`${limit}::int - (select count(*) from (
      select from ${countedMails} c where ${counts} and c.share = ${share} limit ${limit}) c)`;
  return sql`least(${left(day, sql`c.entity_id = ${entityId} and ${WITHIN_DAY}`)},
    ${left(hour, sql`c.address = ${address} and ${WITHIN_HOUR}`)})`;
}

/**
 * SQL: how many mails of a share a business may cause to an address now. New orders count by themselves: a partner that
 * comments a lot still places its order with a mail, and one that orders a lot still comments with one (decision 929).
 */
export function causedLeft(causeId: SQL, address: SQL, share: MailShare): SQL {
  return sql`${CAUSED_PER_HOUR}::int - (select count(*) from (
    select from ${countedMails} c where c.address = ${address} and c.cause_id = ${causeId} and ${WITHIN_HOUR}
      and (c.share = 'order') = ${share === 'order'} limit ${CAUSED_PER_HOUR}) c)`;
}

export interface CountedMail {
  entityId: string;
  to: string;
  share: MailShare;
  causeId: string | null;
}

export const insertCountedMail = statement(
  [[{ entityId: ID, to: 'x', share: 'order', causeId: null }]],
  ({ entityId, to, share, causeId }: CountedMail) => sql`
    insert into ${countedMails} (id, entity_id, address, share, cause_id, created_at)
    values (${newId()}, ${entityId}, ${to}, ${share}, ${causeId}::uuid, clock_timestamp())`,
);

/** Seconds until the entity may send one more mail of a share; null within its day. */
export const secondsUntilAllowed = statement(
  [[ID, 'invitation']],
  (entityId: string, share: MailShare) => sql<{ seconds: number }>`
    select ceil(extract(epoch from c.created_at - clock_timestamp() + interval '1 day'))::int as seconds
    from ${countedMails} c where c.entity_id = ${entityId} and c.share = ${share} and ${WITHIN_DAY}
    order by c.created_at desc offset ${MAIL_LIMITS.invitation.day - 1} limit 1`,
);

/** Whether there is room for one more mail: for the entity, to the address, and from the business that causes it. */
export const roomFor = statement(
  [[{ entityId: ID, to: 'x', share: 'order', causeId: ID }]],
  ({ entityId, to, share, causeId }: CountedMail) => sql<{ room: boolean }>`
    select ${mailsLeft(sql`${entityId}::uuid`, sql`${to}`, share)} > 0
      and (${causeId}::uuid is null or ${causedLeft(sql`${causeId}::uuid`, sql`${to}`, share)} > 0) as room`,
);

/** Counts a mail of an invitation. @returns no row when the address got as many as it ever gets */
export const countInvited = statement(
  [['x']],
  (address: string) => sql`
    insert into ${invitedAddresses} as a (address, mails) values (${address}, 1)
    on conflict (address) do update set mails = a.mails + 1 where a.mails < ${INVITED_EVER}
    returning mails`,
);

export const forgetInvited = statement(
  [['x']],
  (address: string) => sql`delete from ${invitedAddresses} where address = ${address}`,
);

export const lockSubject = statement(
  [['x']],
  (subject: string) => sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`,
);

/** Mails of menus: to an address within a day, over all businesses; hours between two of one business; of a business within a day. */
const MENUS = { toAddress: 5, apart: 20, ofBusiness: 2_000 };

/** Whether one more mail of a menu may leave now. */
export const menuRoom = statement(
  [[ID, 'x']],
  (entityId: string, address: string) => sql<{ room: boolean }>`
    select (select count(*) from ${countedMails} c where c.address = ${address} and c.share = 'menu' and ${WITHIN_DAY}) < ${MENUS.toAddress}::int
      and not exists (select from ${countedMails} c where c.address = ${address} and c.entity_id = ${entityId} and c.share = 'menu'
        and c.created_at > clock_timestamp() - make_interval(hours => ${MENUS.apart}))
      and (select count(*) from ${countedMails} c where c.entity_id = ${entityId} and c.share = 'menu' and ${WITHIN_DAY}) < ${MENUS.ofBusiness}::int as room`,
);
