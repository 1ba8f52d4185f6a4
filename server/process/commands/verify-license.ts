import { markVerified } from '../../features/entities/identity.sql';
import { releaseWaiting } from '../../features/recalls/mail';
import { storeAudit } from '../../platform/audit-log/record';
import { type Command, CommandError, print, readArguments, UsageError } from './command';
import { byOperator } from './operator';
import { businessIdOf, readWho } from './who';

export const verifyLicense: Command = {
  usage: 'verify-license BUSINESS',
  summary: 'confirm the license of a business, which ends its review; `licenses` lists them',

  async run(args, context) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    if (positionals.length > 1) throw new UsageError('name one business');
    const who = readWho(positionals[0], 'business');
    const verified = await context.withDb((db) =>
      db.transaction(async (tx) => {
        const entity = await businessIdOf(tx, who);
        const [found] = await markVerified(tx, entity);
        if (!found) return null;
        const action = 'entity.license_verified';
        const after = { license_number: found.license_number };
        await storeAudit(tx, [{ ...byOperator(entity), action, objectId: entity, after }]);
        await releaseWaiting(tx, { entityId: entity });
        return { id: entity, name: found.name, license_number: found.license_number };
      }),
    );
    if (!verified) {
      throw new CommandError(`no business with an unverified license is named ${positionals[0]}`);
    }
    print(context, verified, [`${verified.name}: the license ${verified.license_number} is verified`]);
    return 0;
  },
};
