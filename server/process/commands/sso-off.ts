import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { entities } from '../../features/entities/tables';
import { disconnect } from '../../features/sso/disconnect';
import { Id } from '../../kernel/params';
import { storeAudit } from '../../platform/audit-log/record';
import { type Command, CommandError, checkOptions, readArguments, UsageError } from './command';
import { byOperator } from './operator';

const Target = z.strictObject({ id: Id });

export const ssoOff: Command = {
  usage: 'sso-off ENTITY_ID',
  summary:
    'disconnect the sign-in provider of a business whose owners can no longer enter; members set a password by mail',

  async run(args, { withDb, out }) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    if (positionals.length > 1) throw new UsageError('name one business');
    const { id } = checkOptions(Target, { id: positionals[0] });
    const outcome = await withDb((db) =>
      db.transaction(async (tx) => {
        const [entity] = await tx
          .select({ name: entities.name })
          .from(entities)
          .where(eq(entities.id, id))
          .for('update');
        if (!entity) return null;
        const before = await disconnect(tx, id);
        if (before) {
          const change = { action: 'sso_connection.deleted', objectId: id, before, after: null } as const;
          await storeAudit(tx, [{ ...byOperator(id), ...change }]);
        }
        return { name: entity.name, wasOn: before !== null };
      }),
    );
    if (!outcome) throw new CommandError(`no business has the id ${id}`);
    out.write(`Single sign-on of ${outcome.name} ${outcome.wasOn ? 'is off' : 'was not on'}\n`);
    return 0;
  },
};
