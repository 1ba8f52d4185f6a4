import { z } from 'zod';
import { markVerified } from '../../features/entities/identity.sql';
import { releaseWaiting } from '../../features/recalls/mail';
import { Id } from '../../kernel/params';
import { storeAudit } from '../../platform/audit-log/record';
import { type Command, CommandError, checkOptions, readArguments } from './command';
import { byOperator } from './operator';

const Options = z.strictObject({ entity: Id });

export const verifyLicense: Command = {
  usage: 'verify-license ENTITY_ID',
  summary: 'confirm the license of a business, which ends its review; `licenses` lists them',

  async run(args, { withDb, out }) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    const { entity } = checkOptions(Options, { entity: positionals[0] });
    const verified = await withDb((db) =>
      db.transaction(async (tx) => {
        const [found] = await markVerified(tx, entity);
        if (!found) return null;
        const action = 'entity.license_verified';
        const after = { license_number: found.license_number };
        await storeAudit(tx, [{ ...byOperator(entity), action, objectId: entity, after }]);
        await releaseWaiting(tx, { entityId: entity });
        return found;
      }),
    );
    if (!verified) throw new CommandError(`no business with an unverified license has the id ${entity}`);
    out.write(`${verified.name}: the license ${verified.license_number} is verified\n`);
    return 0;
  },
};
