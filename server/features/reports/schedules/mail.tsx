import type { Mailer } from '../../../kernel/mail';
import { NIL_ID } from '../../../kernel/params';
import type { Db } from '../../../platform/db/client';
import { type Letter, messageOf } from '../../../platform/mail/letter';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mayMail } from '../../../platform/outbox/mail-allowance';
import { loadMember } from '../../auth/queries';
import { drawPdf } from '../../orders/documents/queries';
import { addressesOf, DUE_BATCH, mailedTo, takeDue } from './queries.sql';
import { sheetFor } from './sheets';

/** Adds a job for each member of the schedules that are due, in the transaction that says that they were. */
export async function sendReports(db: Db): Promise<void> {
  for (let after: string | null = NIL_ID; after; ) {
    const from: string = after;
    after = await db.transaction(async (tx) => {
      const due = await takeDue(tx, from);
      for (const { id, entity_id, member_ids } of due) {
        for (const { id: user_id, email } of await addressesOf(tx, entity_id, member_ids)) {
          if (!(await mayMail(tx, { entityId: entity_id, to: email, share: 'report' }))) continue;
          // What is left of last week's is replaced: it would be late and the same.
          const limit = { owner: `report:${entity_id}`, atOnce: 1 };
          const options = { key: `report:${id}:${user_id}`, limit, maxAttempts: 10 };
          await enqueue(tx, 'mail_report', { schedule_id: id, user_id }, options);
        }
      }
      return due.length < DUE_BATCH
        ? null
        : (due
            .map(({ id }) => id)
            .sort()
            .at(-1) ?? null);
    });
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
