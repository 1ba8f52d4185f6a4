import type { Check, Repaired } from '../../../platform/db/rollup.sql';
import type { Statement } from '../../../platform/db/statement';
import { lockAndRepairBatches, lockAndRepairLots, wrongReach } from './reach.sql';
import { ORDER_ROLLUPS } from './rollups.sql';
import { lockAndRepairUnits, wrongUnits } from './totals.sql';

const reach = (name: 'lot' | 'batch', lockAndRepair: Statement<[], Repaired>): Check => ({
  name: `${name}_reach`,
  async find(db) {
    const wrong = (await wrongReach(db)).filter(({ kind }) => kind === name);
    return wrong.map(
      ({ entity_id, id, kept }) =>
        `${entity_id} ${name} ${id}: ${kept ? 'may be read, but by no rule' : "can't be read, but should be"}`,
    );
  },
  repair: (db) => lockAndRepair(db),
});

/** What is kept of orders, and what their shipments let others read, each after what it is counted from. */
export const ORDER_CHECKS: readonly Check[] = [
  {
    name: 'orders',
    async find(db) {
      const wrong = await wrongUnits(db);
      return wrong.map(({ key, kept, counted }) => `order ${key}: units ${kept}, lines ${counted}`);
    },
    repair: (db) => lockAndRepairUnits(db),
  },
  ...ORDER_ROLLUPS,
  reach('lot', lockAndRepairLots),
  reach('batch', lockAndRepairBatches),
];
