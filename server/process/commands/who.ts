import { findCredentials, findMember } from '../../features/auth/queries';
import { Email } from '../../features/auth/schema';
import { Id } from '../../kernel/params';
import type { Db } from '../../platform/db/client';
import { CommandError, UsageError } from './command';

/** A business or member as an operator names one. */
export type Who = { id: string } | { email: string };

/**
 * Reads how an operator names a business or member.
 * @param what is named, for the error, such as `business`
 * @throws UsageError for what is neither an id nor an email
 */
export function readWho(text: string | undefined, what: string): Who {
  const [id, email] = [Id.safeParse(text), Email.safeParse(text)];
  if (id.success) return { id: id.data };
  if (email.success) return { email: email.data };
  const given = what === 'member' ? 'an id or an email' : 'an id or the email of a member';
  throw new UsageError(`name one ${what} by ${given}`);
}

/** @returns the id of a business, which may not exist where an id was given @throws CommandError for an unknown email */
export async function businessIdOf(db: Db, who: Who): Promise<string> {
  return 'id' in who ? who.id : (await memberNamed(db, who)).entity_id;
}

/** @throws CommandError for an unknown id or email */
export async function memberNamed(db: Db, who: Who) {
  const member = 'id' in who ? await findMember(db, who.id) : await findCredentials(db, who.email);
  if (member) return member;
  throw new CommandError(
    'id' in who ? `no member has the id ${who.id}` : `no member has the email ${who.email}`,
  );
}
