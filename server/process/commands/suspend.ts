import { z } from 'zod';
import { setSuspension } from '../../features/entities/service';
import { resumeEntity } from '../../features/tenants/suspension';
import { text } from '../../kernel/params';
import { storeAudit } from '../../platform/audit-log/record';
import { type Command, CommandError, checkOptions, print, readArguments, UsageError } from './command';
import { byOperator } from './operator';
import { businessIdOf, readWho } from './who';

const Suspension = z.strictObject({ reason: text(500) });

export const suspend: Command = {
  usage: 'suspend BUSINESS --reason TEXT',
  summary:
    'keep the members and keys of a business out, but for exporting its data, and pause its webhooks, syncs and mails; BUSINESS is its id, which `entities` lists, or the email of a member',

  async run(args, context) {
    const { values, positionals } = readArguments({
      args,
      options: { reason: { type: 'string' } },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new UsageError('name one business');
    const who = readWho(positionals[0], 'business');
    const { reason } = checkOptions(Suspension, values);
    const before = await context.withDb((db) =>
      db.transaction(async (tx) => {
        const id = await businessIdOf(tx, who);
        const found = await setSuspension(tx, id, reason);
        if (!found || found.reason === reason) return found && { id, ...found };
        await storeAudit(tx, [
          {
            ...byOperator(id),
            action: 'entity.suspended',
            objectId: id,
            before: found.reason === null ? null : { reason: found.reason },
            after: { reason },
          },
        ]);
        return { id, ...found };
      }),
    );
    if (!before) throw unknown(positionals[0]);
    const { id, name, suspendedAt } = before;
    const line = `${name} is suspended${suspendedAt ? ' already' : ''}: ${reason}`;
    print(context, { id, name, suspended: true, changed: before.reason !== reason, reason }, [line]);
    return 0;
  },
};

export const resume: Command = {
  usage: 'resume BUSINESS',
  summary: 'end the suspension of a business: what waited for it goes on',

  async run(args, context) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    if (positionals.length > 1) throw new UsageError('name one business');
    const who = readWho(positionals[0], 'business');
    const before = await context.withDb((db) =>
      db.transaction(async (tx) => {
        const id = await businessIdOf(tx, who);
        const found = await resumeEntity(tx, id);
        if (!found?.suspendedAt) return found && { id, ...found };
        await storeAudit(tx, [
          {
            ...byOperator(id),
            action: 'entity.resumed',
            objectId: id,
            before: { reason: found.reason },
            after: null,
          },
        ]);
        return { id, ...found };
      }),
    );
    if (!before) throw unknown(positionals[0]);
    const { id, name, suspendedAt } = before;
    const line = `${name} ${suspendedAt ? 'is no longer suspended' : 'was not suspended'}`;
    print(context, { id, name, suspended: false, changed: suspendedAt !== null }, [line]);
    return 0;
  },
};

const unknown = (name: string | undefined) => new CommandError(`no business on board has the id ${name}`);
