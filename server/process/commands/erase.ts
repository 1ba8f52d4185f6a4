import { findCredentials } from '../../features/auth/queries';
import { eraseAddress } from '../../features/tenants/erasure/address';
import { erase } from '../../features/tenants/erasure/erase';
import { isAppError } from '../../kernel/errors';
import { asCommandError } from './backup';
import { type Command, CommandError, print, readArguments, UsageError } from './command';
import { erasureLists } from './erasure-lists';
import { businessIdOf, readWho } from './who';

export const eraseEntity: Command = {
  usage: 'erase-entity BUSINESS',
  summary:
    'erase what is personal of a business and its members, for ever: partners keep their records without it, audit log and ledger their digests',

  async run(args, context) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    if (positionals.length > 1) throw new UsageError('name one business');
    const who = readWho(positionals[0], 'business');
    const lists = await erasureLists(context.env);
    const id = await context.withDb(async (db) => {
      const named = await businessIdOf(db, who);
      return (await told(erase({ db, lists }, { kind: 'entity', id: named }))) ? named : null;
    }, 'owner');
    if (id === null) throw new CommandError(`no business has the id ${positionals[0]}`);
    print(context, { id, erased: true }, [`The business ${id} is erased`]);
    return 0;
  },
};

export const eraseUser: Command = {
  usage: 'erase-user MEMBER',
  summary:
    'erase what is personal of a member, for ever, and end the membership; former members have an id alone',

  async run(args, context) {
    const { positionals } = readArguments({ args, options: {}, allowPositionals: true });
    if (positionals.length > 1) throw new UsageError('name one member');
    const who = readWho(positionals[0], 'member');
    const lists = await erasureLists(context.env);
    const { id, records } = await context.withDb(async (db) => {
      const named = 'id' in who ? who.id : (await findCredentials(db, who.email))?.id;
      const isErased = named && (await told(erase({ db, lists }, { kind: 'user', id: named })));
      // Requests of menus, and who wants no mails, have addresses of people without an account.
      const rows = 'email' in who ? await eraseAddress(db, who.email) : 0;
      return { id: isErased ? named : null, records: rows };
    }, 'owner');
    if (id === null && records === 0) {
      throw new CommandError(`no member has the email or id ${positionals[0]}`);
    }
    print(context, { id, erased: true, records }, [
      ...(records > 0 ? [`${records} records of ${positionals[0]} beside an account are erased`] : []),
      ...(id === null ? [] : [`The member ${id} is erased`]),
    ]);
    return 0;
  },
};

/** What keeps the data is for the operator to settle. @throws CommandError */
async function told<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw isAppError(error) ? new CommandError(error.message) : asCommandError(error as Error);
  });
}
