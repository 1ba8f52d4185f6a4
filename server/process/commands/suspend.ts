import { z } from 'zod';
import { setSuspension } from '../../features/entities/service';
import { resumeEntity } from '../../features/tenants/suspension';
import { Id, text } from '../../kernel/params';
import { storeAudit } from '../../platform/audit-log/record';
import { type Command, CommandError, checkOptions, readArguments, UsageError } from './command';
import { byOperator } from './operator';

const Suspension = z.strictObject({ id: Id, reason: text(500) });
const Resumption = z.strictObject({ id: Id });

export const suspend: Command = {
  usage: 'suspend ENTITY_ID --reason TEXT',
  summary:
    'keep the members and keys of a business out, but for exporting its data, and pause its webhooks, syncs and mails; `entities` lists ids',

  async run(args, { withDb, out }) {
    const { values, positionals } = readArguments({
      args,
      options: { reason: { type: 'string' } },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new UsageError('name one business');
    const { id, reason } = checkOptions(Suspension, { id: positionals[0], ...values });
    const before = await withDb((db) =>
      db.transaction(async (tx) => {
        const found = await setSuspension(tx, id, reason);
        if (!found || found.reason === reason) return found;
        await storeAudit(tx, [
          {
            ...byOperator(id),
            action: 'entity.suspended',
            objectId: id,
            before: found.reason === null ? null : { reason: found.reason },
            after: { reason },
          },
        ]);
        return found;
      }),
    );
    if (!before) throw unknown(id);
    const already = before.suspendedAt ? ' already' : '';
    out.write(`${before.name} is suspended${already}: ${reason}\n`);
    return 0;
  },
};

export const resume: Command = {
  usage: 'resume ENTITY_ID',
  summary: 'end the suspension of a business: what waited for it goes on',

  async run(args, { withDb, out }) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    if (positionals.length > 1) throw new UsageError('name one business');
    const { id } = checkOptions(Resumption, { id: positionals[0] });
    const before = await withDb((db) =>
      db.transaction(async (tx) => {
        const found = await resumeEntity(tx, id);
        if (!found?.suspendedAt) return found;
        await storeAudit(tx, [
          {
            ...byOperator(id),
            action: 'entity.resumed',
            objectId: id,
            before: { reason: found.reason },
            after: null,
          },
        ]);
        return found;
      }),
    );
    if (!before) throw unknown(id);
    out.write(`${before.name} ${before.suspendedAt ? 'is no longer suspended' : 'was not suspended'}\n`);
    return 0;
  },
};

const unknown = (id: string) => new CommandError(`no business on board has the id ${id}`);
