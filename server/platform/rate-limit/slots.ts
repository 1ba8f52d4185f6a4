import { readBy } from '../metrics/metrics';
import { CallQueue } from './call-queue';
import { FairQueue } from './fair-queue';

/** The queues in front of the connection pool; each limit is per process. */
export interface Slots {
  /** Operations of members, by entity. */
  calls: CallQueue;
  /** Operations that wait for each other without a connection and share a slot of `calls`, by entity. */
  grouped: FairQueue;
  /** Operations without a member, by network address. */
  visitors: FairQueue;
  /** Lookups of API keys before an operation, by entity where known. */
  admissions: FairQueue;
  /** Exports until their last byte is sent, by entity. No export holds a connection while it is sent. */
  exports: FairQueue;
  /** The part of an export that holds a connection, by entity. */
  spools: FairQueue;
}

const WAITING = { waiting: 1_000, waitMs: 30_000 };
const CALLS_PER_ENTITY = 8;
const GROUPED_PER_ENTITY = 32;
const GROUPED = 256;
const VISITS_PER_ADDRESS = 8;
const EXPORTS_PER_ENTITY = 2;
const EXPORTS = 32;

/**
 * @param pool connections of the process, at least 2: a quarter is for exports, so that they never hold all of them
 * @param isOverloaded whether the process rejects what it can't serve at once
 */
export function openSlots(pool: number, isOverloaded = () => false): Slots {
  const spools = Math.max(1, Math.floor(pool / 4));
  const calls = pool - spools;
  const short = Math.ceil(pool / 2);
  const slots: Slots = {
    calls: new CallQueue({ ...WAITING, perKey: CALLS_PER_ENTITY, total: calls }, isOverloaded),
    grouped: new FairQueue({ ...WAITING, perKey: GROUPED_PER_ENTITY, total: GROUPED }),
    visitors: new FairQueue({ ...WAITING, perKey: VISITS_PER_ADDRESS, total: pool }),
    admissions: new FairQueue({ ...WAITING, perKey: short, total: short }),
    exports: new FairQueue({ ...WAITING, perKey: EXPORTS_PER_ENTITY, total: EXPORTS }),
    spools: new FairQueue({ ...WAITING, perKey: EXPORTS_PER_ENTITY, total: spools }),
  };
  const queues = Object.entries(slots) as Array<[string, Pick<FairQueue, 'load'>]>;
  readBy('slotLimit', () => queues.map(([queue, { load }]) => [{ queue }, load.limit]));
  readBy('slots', () =>
    queues.flatMap(([queue, { load }]) => [
      [{ queue, state: 'running' }, load.running],
      [{ queue, state: 'waiting' }, load.waiting],
    ]),
  );
  return slots;
}
