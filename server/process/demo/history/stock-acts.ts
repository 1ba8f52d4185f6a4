import type { stockCountLines, stockCounts } from '../../../features/inventory/counts/tables';
import type { inventoryTransfers } from '../../../features/inventory/tables';
import type { Person } from '../businesses';
import type { Room, Stock } from './stock-book';

interface Act {
  id: string;
  at: number;
  actor: Person;
}

const actorOf = ({ id, name }: Person) => ({ actorId: id, actorName: name });

/** Transfers and counts: what the history of an item links to. */
export class StockActs {
  readonly transfers: (typeof inventoryTransfers.$inferInsert)[] = [];
  readonly counts: (typeof stockCounts.$inferInsert)[] = [];
  readonly countLines: (typeof stockCountLines.$inferInsert)[] = [];

  transfer({ id, at, actor }: Act, locationIds: string[], notes: string): void {
    const entityId = actor.entityId;
    this.transfers.push({ id, entityId, locationIds, notes, ...actorOf(actor), createdAt: new Date(at) });
  }

  /** Records a count that was applied at once. */
  count({ id, at, actor }: Act, { locationId, room }: { locationId: string; room: Room }): void {
    const when = new Date(at);
    this.counts.push({
      ...{ id, entityId: actor.entityId, locationId, roomType: room, status: 'applied', blind: false },
      ...actorOf(actor),
      ...{ createdAt: when, updatedAt: when, finishedAt: when },
    });
  }

  /** @param counted units found of an item, of which the books have its present quantity */
  countLine({ id, at, actor }: Act, stock: Stock, counted: number): void {
    this.countLines.push({
      ...{ countId: id, itemId: stock.id, counted, expected: stock.quantity },
      ...actorOf(actor),
      countedAt: new Date(at),
    });
  }
}
