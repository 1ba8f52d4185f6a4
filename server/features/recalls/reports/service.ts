import type { Logger } from 'pino';
import type { TokenSigner } from '../../../kernel/signer';
import { unsubscribeLink } from '../../../kernel/unsubscribe-link';
import type { Db } from '../../../platform/db/client';
import { insertReport } from '../mail.sql';

/** What the link of a recall's mail reports, before the address that it went to. */
export const REPORTS = 'report:';

/** The link by which a recipient who isn't on board reports who recalls. */
export const reportLink = (
  ctx: { signer: TokenSigner; publicUrl: string },
  recallId: string,
  email: string,
): Promise<string> => unsubscribeLink(ctx, recallId, `${REPORTS}${email.toLowerCase()}`);

/** Records that a recipient doesn't know who recalls, once, and notifies the operator. @returns false for an unknown recall */
export async function reportSender(
  db: Db,
  log: Pick<Logger, 'warn'>,
  recallId: string,
  address: string,
): Promise<boolean> {
  const [report] = await insertReport(db, recallId, address);
  if (!report) return false;
  if (report.is_new) {
    log.warn(
      { recallId, entityId: report.entity_id, reports: report.reports },
      'a recipient of a recall reported its sender: look at it with licenses, and suspend it when the recall is invented',
    );
  }
  return true;
}
