import { z } from 'zod';
import { findCredentials } from '../../features/auth/queries';
import { Email } from '../../features/auth/schema';
import { eraseAddress } from '../../features/tenants/erasure/address';
import { erase } from '../../features/tenants/erasure/erase';
import { isAppError } from '../../kernel/errors';
import { Id } from '../../kernel/params';
import { asCommandError } from './backup';
import { type Command, CommandError, checkOptions, readArguments, UsageError } from './command';
import { erasureLists } from './erasure-lists';

const Entity = z.strictObject({ id: Id });

export const eraseEntity: Command = {
  usage: 'erase-entity ENTITY_ID',
  summary:
    'erase what is personal of a business and its members, for ever: partners keep their records without it, audit log and ledger their digests',

  async run(args, { env, withDb, out }) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    if (positionals.length > 1) throw new UsageError('name one business');
    const { id } = checkOptions(Entity, { id: positionals[0] });
    const lists = await erasureLists(env);
    if (!(await withDb((db) => told(erase({ db, lists }, { kind: 'entity', id })), 'owner'))) {
      throw new CommandError(`no business has the id ${id}`);
    }
    out.write(`The business ${id} is erased\n`);
    return 0;
  },
};

export const eraseUser: Command = {
  usage: 'erase-user EMAIL|USER_ID',
  summary:
    'erase what is personal of a member, for ever, and end the membership; former members have an id alone',

  async run(args, { env, withDb, out }) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    const [who = ''] = positionals;
    const [email, known] = [Email.safeParse(who), Id.safeParse(who)];
    if (positionals.length !== 1 || !(email.success || known.success))
      throw new UsageError('give the email or id of one member');
    const lists = await erasureLists(env);
    const done = await withDb(async (db) => {
      const id = known.data ?? (await findCredentials(db, email.data ?? ''))?.id;
      const isErased = id && (await told(erase({ db, lists }, { kind: 'user', id })));
      // Requests of menus, and who wants no mails, have addresses of people without an account.
      const rows = email.data ? await eraseAddress(db, email.data) : 0;
      if (rows > 0) out.write(`${rows} records of ${email.data} beside an account are erased\n`);
      return isErased ? id : rows > 0 ? 'address' : null;
    }, 'owner');
    if (done === 'address') return 0;
    if (!done) throw new CommandError(`no member has the email or id ${who}`);
    out.write(`The member ${done} is erased\n`);
    return 0;
  },
};

/** What keeps the data is for the operator to settle. @throws CommandError */
async function told<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw isAppError(error) ? new CommandError(error.message) : asCommandError(error as Error);
  });
}
