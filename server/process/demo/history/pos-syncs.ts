import type { posConnections, syncRuns } from '../../../features/pos/tables';
import type { Business, Person } from '../businesses';
import { idAt } from '../identity';
import type { Random } from '../random';
import { available, type Stock, type StockBook } from './stock-book';

type RunRow = typeof syncRuns.$inferInsert;
type Run = Omit<RunRow, 'connectionId'> & { locationId: string; createdAt: Date };
type Connection = typeof posConnections.$inferInsert;

/** What a run takes: a page every other second. */
const RUN_MS = 8000;
/** Of a run's rows, where the register has another count than the books. */
const DIFFERS = 0.004;
/** A row with fewer units is left alone. */
const ENOUGH = 15;

interface Asked {
  at: number;
  actor: Person;
  type: Run['syncType'];
  random: Random;
}

/** Syncs with the registers. What a register has otherwise than the books is AUDIT in the ledger (decision 146): sales come by the API. */
export class PosSyncs {
  private readonly runs: Run[] = [];
  /** The last run of each location. */
  private readonly last = new Map<string, Run>();
  private readonly cursors = new Map<string, number>();

  constructor(private readonly book: StockBook) {}

  /** Runs a sync that has completed. @returns how many rows changed */
  run({ entity }: Business, locationId: string, { at, actor, type, random }: Asked): Run {
    const rows = this.book.at(locationId);
    const run = this.begin(entity.id, locationId, { at, actor, type });
    const differing = rows.filter((stock) => available(stock) >= ENOUGH && random.chance(DIFFERS));
    for (const stock of differing) this.correct(stock, random.chance(0.7) ? -1 : 1, run, { at, actor });
    const listed = type === 'full' ? rows.length : differing.length;
    Object.assign(run, { processed: listed, total: listed, updated: differing.length });
    return run;
  }

  /** The runs, each with the connection of its location. */
  rows(connections: readonly Connection[]): RunRow[] {
    const idOf = new Map(connections.map(({ locationId, id }) => [locationId, id]));
    return this.runs.map((run) => ({ ...run, connectionId: idOf.get(run.locationId) ?? null }));
  }

  /** How far a location's register has been read; null before the first run. */
  cursorOf(locationId: string): string | null {
    return this.last.get(locationId)?.nextCursor ?? null;
  }

  /** When a row was last reported. */
  syncedAt({ locationId, openedAt }: Stock): Date | null {
    const at = this.last.get(locationId)?.createdAt ?? null;
    return at !== null && openedAt < at.getTime() ? at : null;
  }

  private begin(
    entityId: string,
    locationId: string,
    { at, actor, type }: Pick<Asked, 'at' | 'actor' | 'type'>,
  ): Run {
    const read = this.cursors.get(locationId) ?? 0;
    this.cursors.set(locationId, read + 1);
    const createdAt = new Date(at);
    const run: Run = {
      ...{ id: idAt(at), entityId, locationId, syncType: type, status: 'completed' },
      ...{ processed: 0, total: 0, created: 0, updated: 0, failed: 0, unmatchedCount: 0 },
      ...{ errors: [], unmatched: [], actorId: actor.id, actorName: actor.name, requestId: idAt(at) },
      ...{ stage: type === 'full' ? 'zero' : 'count', pages: 1, restarts: 0, attempts: 0 },
      ...{ since: type === 'full' ? null : String(read), nextCursor: String(read + 1) },
      ...{ leaseUntil: createdAt, createdAt, finishedAt: new Date(at + RUN_MS) },
    };
    this.runs.push(run);
    this.last.set(locationId, run);
    return run;
  }

  private correct(stock: Stock, delta: number, run: Run, { at, actor }: Pick<Asked, 'at' | 'actor'>): void {
    this.book.change(stock, delta, {
      ...{ at, actor, requestId: run.requestId, reason: 'AUDIT' },
      source: { type: 'sync', id: run.id ?? null },
    });
  }
}
