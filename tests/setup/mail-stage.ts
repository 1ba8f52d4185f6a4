import { IS_SHORT } from './full';
import { type Mailbox, type MailServer, mailsOf, openMailServer } from './mail';
import { openOwnStage, openStage, type Stage } from './stage';

/**
 * A stage with what it mails: one with a mail server of its own, which can reject mails; in `npm test` a shared one, as a
 * server of its own costs seconds of CPU.
 */
export async function openMailStage(): Promise<{ stage: Stage; mail: Mailbox; post: MailServer | null }> {
  if (IS_SHORT) {
    const stage = await openStage();
    return { stage, mail: mailsOf(stage), post: null };
  }
  const post = await openMailServer();
  return { stage: await openOwnStage(post.env), mail: post, post };
}
