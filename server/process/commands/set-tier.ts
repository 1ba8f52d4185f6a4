import { eq } from 'drizzle-orm';
import { changeTier } from '../../features/entities/service';
import { entities } from '../../features/entities/tables';
import { TIERS, type Tier } from '../../kernel/tiers';
import { storeAudit } from '../../platform/audit-log/record';
import type { Db } from '../../platform/db/client';
import { type Command, CommandError, print, readArguments, UsageError } from './command';
import { byOperator } from './operator';
import { businessIdOf, readWho, type Who } from './who';

export const setTier: Command = {
  usage: `set-tier ${TIERS.join('|')} --entity BUSINESS`,
  summary: 'change how many requests a business may make; BUSINESS is its id, or the email of a member',

  async run(args, context) {
    const { values, positionals } = readArguments({
      args,
      options: { entity: { type: 'string' } },
      allowPositionals: true,
    });
    const tier = TIERS.find((name) => name === positionals[0]);
    if (!tier || positionals.length > 1) throw new UsageError(`the tier must be ${TIERS.join(', ')}`);
    const who = readWho(values.entity, 'business');
    const { id, name, before } = await context.withDb((db) => change(db, who, tier));
    print(context, { id, name, before, tier }, [
      before === tier ? `${name} is ${tier} already` : `${name}: ${before} → ${tier}`,
    ]);
    return 0;
  },
};

async function change(db: Db, who: Who, tier: Tier): Promise<{ id: string; name: string; before: Tier }> {
  return db.transaction(async (tx) => {
    const mine = eq(entities.id, await businessIdOf(tx, who));
    const [present] = await tx.select().from(entities).where(mine).for('no key update');
    if (!present) throw new CommandError(`no business has the id ${'id' in who ? who.id : who.email}`);
    const { id, name, tier: before } = present;
    if (before !== tier) {
      await changeTier(tx, id, tier);
      const action = 'entity.tier_changed';
      await storeAudit(tx, [
        { ...byOperator(id), action, objectId: id, before: { tier: before }, after: { tier } },
      ]);
    }
    return { id, name, before };
  });
}
