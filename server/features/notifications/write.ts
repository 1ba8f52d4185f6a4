import type { Logger } from 'pino';
import { ENTITY_TYPES } from '../../kernel/entity-types';
import { furtherOf, KIND_RULES, type Notice } from '../../kernel/notices';
import { isId } from '../../kernel/params';
import { permissionsOf, TEAM_ROLES } from '../../kernel/permissions';
import type { Db } from '../../platform/db/client';
import { pipelined } from '../../platform/db/pipelined';
import { planForMany } from '../../platform/db/plan.sql';
import { enqueue } from '../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../platform/outbox/mail-allowance';
import { anyNotice, BATCH, type TakenNotice, takeNotices } from '../../platform/outbox/notices.sql';
import { moverKey, noticeOf, READ_AROUND, type Surroundings } from './notice-of';
import { type Addressed, locationNames, moversOf, placersOf, writeNotifications } from './take.sql';

/**
 * Writes the notifications of waiting notices and adds the jobs of their mails, in one transaction: any number of
 * processes may run it, and each notice reaches a member once.
 * @returns whether more may be waiting
 */
export async function writeWaiting(db: Db, log: Logger): Promise<boolean> {
  if ((await anyNotice(db)).length === 0) return false;
  return db.transaction(async (tx) => {
    // The plan of a few events would read each of them for every notice, once there are many.
    const [, taken] = await pipelined([planForMany(tx), takeNotices(tx)]);
    if (taken.length === 0) return false;
    const around = await surroundingsOf(tx, taken);
    const told = taken.flatMap((row) => addressed(row, around, log));
    if (told.length > 0) {
      const toMail = await writeNotifications(tx, told);
      for (const { id, entity_id } of toMail) {
        await enqueue(tx, 'mail_notification', { notification_id: id }, { limit: mailsAtOnce(entity_id) });
      }
    }
    return taken.length === BATCH;
  });
}

async function surroundingsOf(db: Db, taken: readonly TakenNotice[]): Promise<Surroundings> {
  const idsOf = (type: readonly TakenNotice['type'][], field: string) =>
    [
      ...new Set(taken.filter((row) => type.includes(row.type)).map((row) => String(row.data?.[field]))),
    ].filter(isId);
  const orderIds = idsOf(READ_AROUND.movers, 'id');
  const placedIds = idsOf(READ_AROUND.placers, 'id');
  const locationIds = idsOf(READ_AROUND.locations, 'location_id');
  const movers = orderIds.length > 0 ? await moversOf(db, orderIds) : [];
  const placers = placedIds.length > 0 ? await placersOf(db, placedIds) : [];
  const names = locationIds.length > 0 ? await locationNames(db, locationIds) : [];
  return {
    movers: new Map(movers.map((row) => [moverKey(row.order_id, row.to_status), row])),
    placers: new Map(placers.map(({ order_id, actor_id }) => [order_id, actor_id])),
    locations: new Map(names.map(({ id, name }) => [id, name])),
  };
}

/** The row from which notifications are written; none for an event without a notice, or one that can't be read. */
function addressed(row: TakenNotice, around: Surroundings, log: Logger): Addressed[] {
  const notice = row.notice ?? noticeOf(row, around);
  if (!notice) return [];
  if (!isId(notice.object.id)) {
    log.error({ event: row.id, type: row.type }, 'an event names no object to notify of');
    return [];
  }
  const { kind, object, summary, permission } = notice;
  const { mail, required = false, whole = false, types = ENTITY_TYPES } = KIND_RULES[kind];
  return [
    {
      id: row.id,
      entity_id: row.entity_id,
      created_at: row.created_at,
      kind,
      permission,
      user_id: notice.userId ?? null,
      actor_id: notice.actorId ?? null,
      cause_id: notice.cause?.id ?? null,
      further: furtherOf(notice),
      location_ids: notice.locationIds ?? null,
      object_type: object.type,
      object_id: object.id,
      object_name: object.name,
      summary,
      mailed: notice.mailed ?? false,
      mail_only: notice.mailOnly ?? false,
      whole,
      roles: rolesWith(permission, types),
      default_mail: mail,
      required,
    },
  ];
}

/** A permission belongs to the same roles in every type of business that has it. */
function rolesWith(
  permission: Notice['permission'],
  types: readonly (typeof ENTITY_TYPES)[number][],
): string[] {
  if (!permission) return [];
  return TEAM_ROLES.filter((role) => types.some((type) => permissionsOf(role, type).includes(permission)));
}
