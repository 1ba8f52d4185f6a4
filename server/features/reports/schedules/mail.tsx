import type { Mailer } from '../../../kernel/mail';
import { NIL_ID } from '../../../kernel/params';
import type { Db } from '../../../platform/db/client';
import { eachAlone } from '../../../platform/db/each-alone';
import { type Letter, messageOf } from '../../../platform/mail/letter';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mayMail } from '../../../platform/outbox/mail-allowance';
import { loadMember } from '../../auth/queries';
import { drawPdf } from '../../orders/documents/queries';
import { addressesOf, DUE_BATCH, dueAfter, mailedTo, takeDue } from './queries.sql';
import { sheetFor } from './sheets';

/**
 * Adds a job for each member of the schedules that are due, each in the transaction that says that it was. One that fails is left
 * for the next time, and stops no other.
 * @throws what the first schedule failed with, after the others
 */
export const sendReports = (db: Db): Promise<void> =>
  eachAlone(dueSchedules(db), (id) => db.transaction((tx) => send(tx, id)));

async function* dueSchedules(db: Db): AsyncGenerator<string> {
  for (let last: string | undefined = NIL_ID; last; ) {
    const due: ReadonlyArray<{ id: string }> = await dueAfter(db, last);
    for (const { id } of due) yield id;
    last = due.length < DUE_BATCH ? undefined : due.at(-1)?.id;
  }
}

async function send(db: Db, id: string): Promise<void> {
  const [due] = await takeDue(db, id);
  if (!due) return;
  const { entity_id, member_ids } = due;
  for (const { id: user_id, email } of await addressesOf(db, entity_id, member_ids)) {
    if (!(await mayMail(db, { entityId: entity_id, to: email, share: 'report' }))) continue;
    // What is left of last week's is replaced: it would be late and the same.
    const limit = { owner: `report:${entity_id}`, atOnce: 1 };
    const options = { key: `report:${id}:${user_id}`, limit, maxAttempts: 10 };
    await enqueue(db, 'mail_report', { schedule_id: id, user_id }, options);
  }
}

interface MailContext {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

/** Mails a report to a member, as the member may read it now. @throws Error when the mail server rejects it */
export async function mailReport(
  { db, mailer, publicUrl }: MailContext,
  { schedule_id, user_id }: { schedule_id: string; user_id: string },
): Promise<void> {
  const [wanted] = await mailedTo(db, schedule_id, user_id);
  const actor = wanted ? await loadMember(db, user_id, user_id) : null;
  if (!wanted || actor?.entity.id !== wanted.entity_id || actor.entity.suspension !== null) return;
  const ctx = { db, actor };
  const sheet = await sheetFor(ctx, wanted.report, wanted.query);
  if (!sheet) return;
  const content = await drawPdf(ctx, [sheet]);
  const letter = reportLetter({ title: sheet.title, period: sheet.number, query: wanted.query }, actor);
  const filename = `${wanted.report.replace('/', '-')}.pdf`;
  await mailer.send({
    ...(await messageOf(actor.email, letter, publicUrl)),
    attachments: [{ filename, content, contentType: 'application/pdf' }],
  });
}

/** @param period the days that it covers, or the day of a report of now */
export function reportLetter(
  { title, period, query }: { title: string; period: string; query: string },
  { name, entity }: { name: string; entity: { name: string } },
): Letter {
  return {
    subject: `${title}, ${period}`,
    business: entity.name,
    name,
    body: (
      <p>
        Your weekly report “{title}” for {period} is attached as a PDF.
      </p>
    ),
    action: { label: 'Open reports', path: query ? `/reports?${new URLSearchParams(query)}` : '/reports' },
    reason: (
      <p>
        You get this because a member of your business scheduled it for you. You can stop it under Reports.
      </p>
    ),
  };
}
