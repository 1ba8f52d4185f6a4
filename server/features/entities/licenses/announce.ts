import { AppError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { checkPace } from '../../../operation/pace';
import {
  noticeLicenses,
  type Stated,
  statedLicenses,
  touchAccounts,
} from '../customers/readings/queries.sql';

/** Changes within a day that sellers are notified of, each of which every seller gets; later ones show on the customer's page alone. */
const NOTICED_A_DAY = 20;

const MARKETS: Record<Stated['use'], string> = {
  adult: 'adult-use',
  medical: 'medical',
  both: 'adult-use and medical',
};

/**
 * Runs a change of the caller's business, and notifies its sellers of what it did to number, state, market, expiration or status of
 * licenses (decision 905): their taxes may go by these.
 */
export async function noticingLicenses<T>(ctx: WriteContext, change: () => Promise<T>): Promise<T> {
  const { id, name } = ctx.actor.entity;
  const before = await statedLicenses(ctx.db, id);
  const result = await change();
  const said = changesOf(before, await statedLicenses(ctx.db, id));
  const [first] = said;
  if (first === undefined) return result;
  await touchAccounts(ctx.db, id);
  const more = said.length - 1;
  const others = more > 0 ? `, and ${more} more ${more === 1 ? 'license' : 'licenses'}` : '';
  if (await isWithinPace(ctx, id)) await noticeLicenses(ctx.db, id, name, `${name}: ${first}${others}`);
  return result;
}

function changesOf(before: readonly Stated[], after: readonly Stated[]): string[] {
  const now = new Map(after.map((one) => [one.id, one]));
  return before.flatMap((was) => {
    const is = now.get(was.id);
    if (!is) return [`license ${was.number} was deleted`];
    const parts = [
      was.number !== is.number && `number ${was.number} is now ${is.number}`,
      was.state !== is.state && `state ${was.state} is now ${is.state}`,
      was.use !== is.use && `market ${MARKETS[was.use]} is now ${MARKETS[is.use]}`,
      was.expires_on !== is.expires_on && `expiration ${dayOf(was)} is now ${dayOf(is)}`,
      was.status !== is.status && `status ${was.status} is now ${is.status}`,
    ].filter((part) => part !== false);
    return parts.length > 0 ? [`license ${is.number} changed: ${parts.join(', ')}`] : [];
  });
}

const dayOf = ({ expires_on }: Stated) => expires_on ?? 'none';

async function isWithinPace({ db }: WriteContext, entityId: string): Promise<boolean> {
  try {
    await checkPace(db, { subject: `licenses:${entityId}`, limit: NOTICED_A_DAY, window: 'day' }, '');
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
}
