import { z } from 'zod';
import { releaseWaiting } from '../../features/recalls/mail';
import { senderOf } from '../../features/recalls/mail.sql';
import { Id } from '../../kernel/params';
import { storeAudit } from '../../platform/audit-log/record';
import { type Command, CommandError, checkOptions, print, readArguments } from './command';
import { byOperator } from './operator';

const Options = z.strictObject({ recall: Id });

export const releaseMails: Command = {
  usage: 'release-mails RECALL_ID',
  summary: 'send the emails of a recall that wait because the license of its business is not verified',

  async run(args, context) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    const { recall } = checkOptions(Options, { recall: positionals[0] });
    const released = await context.withDb((db) =>
      db.transaction(async (tx) => {
        const [sender] = await senderOf(tx, recall);
        if (!sender) return null;
        const mails = await releaseWaiting(tx, { recallId: recall });
        const action = 'recall.mails_released';
        if (mails > 0) {
          await storeAudit(tx, [
            { ...byOperator(sender.entity_id), action, objectId: recall, after: { mails } },
          ]);
        }
        return { mails, name: sender.name };
      }),
    );
    if (!released) throw new CommandError(`no recall has the id ${recall}`);
    const { mails, name } = released;
    const line = `${name}: ${mails} ${mails === 1 ? 'email leaves' : 'emails leave'} now`;
    print(context, { recall_id: recall, name, mails }, [line]);
    return 0;
  },
};
