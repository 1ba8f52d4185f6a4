import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { findCredentials } from '../../features/auth/queries';
import { Email } from '../../features/auth/schema';
import { changeTier } from '../../features/entities/service';
import { entities } from '../../features/entities/tables';
import { TIERS, type Tier } from '../../kernel/tiers';
import { storeAudit } from '../../platform/audit-log/record';
import type { Db } from '../../platform/db/client';
import { type Command, CommandError, checkOptions, readArguments, UsageError } from './command';
import { byOperator } from './operator';

const Options = z.strictObject({ entity: Email });

export const setTier: Command = {
  usage: `set-tier ${TIERS.join('|')} --entity EMAIL`,
  summary: 'change how many requests the business of that member may make',

  async run(args, { withDb, out }) {
    const { values, positionals } = readArguments({
      args,
      options: { entity: { type: 'string' } },
      allowPositionals: true,
    });
    const tier = TIERS.find((name) => name === positionals[0]);
    if (!tier || positionals.length > 1) throw new UsageError(`the tier must be ${TIERS.join(', ')}`);
    const { entity: email } = checkOptions(Options, values);
    const { name, before } = await withDb((db) => change(db, email, tier));
    out.write(before === tier ? `${name} is ${tier} already\n` : `${name}: ${before} → ${tier}\n`);
    return 0;
  },
};

async function change(db: Db, email: string, tier: Tier): Promise<{ name: string; before: Tier }> {
  const member = await findCredentials(db, email);
  if (!member) throw new CommandError(`no member has the email ${email}`);
  return db.transaction(async (tx) => {
    const mine = eq(entities.id, member.entity_id);
    const [present] = await tx.select().from(entities).where(mine).for('no key update');
    if (!present) throw new CommandError(`the business of ${email} no longer exists`);
    const { id, name, tier: before } = present;
    if (before !== tier) {
      await changeTier(tx, id, tier);
      const action = 'entity.tier_changed';
      await storeAudit(tx, [
        { ...byOperator(id), action, objectId: id, before: { tier: before }, after: { tier } },
      ]);
    }
    return { name, before };
  });
}
