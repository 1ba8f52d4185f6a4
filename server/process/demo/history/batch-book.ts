import type { batches, lots } from '../../../features/lots/tables';
import { addDays, dateIn } from '../../../kernel/clock';
import type { Business, Ware } from '../businesses';
import { DAY, idAt } from '../identity';
import { TIMEZONE } from '../people';
import { Random } from '../random';

export type BatchRow = typeof batches.$inferInsert & {
  id: string;
  productId: string;
  entityId: string;
  batchId: string;
  packagedOn: string;
  expiresOn: string;
  heldAt: Date | null;
  holdReason: string | null;
  createdAt: Date;
};

/** A package of a batch. */
export interface Lot {
  row: typeof lots.$inferInsert & { id: string };
  batch: BatchRow;
}

/** Days from packaging to expiration; what is absent has no batches. */
const SHELF_LIFE: Partial<Record<Ware['category'], number>> = {
  flower: 365,
  concentrates: 365,
  vapes: 540,
  topicals: 540,
  edibles: 180,
};
/** Goods that arrive within this time are of one batch. */
const BATCH_DAYS = 24;
/** The remaining deliveries name no batch, so that the demo shows units without a lot. */
const NAMED = 0.85;
/** Letters of a state's package tags and of the maker's license. */
const TAG_PREFIX = '1A4060300003E8D';

/** The batches that arrived, and their packages. */
export class BatchBook {
  readonly batches: BatchRow[] = [];
  readonly lots: Lot[] = [];
  private readonly latest = new Map<string, BatchRow>();

  /** The package in which goods of a business's own arrive; null when they name no batch. */
  arrive({ key, entity }: Pick<Business, 'key' | 'entity'>, ware: Ware, at: number): Lot | null {
    const random = new Random('lot', ware.sku, at);
    const shelfLife = SHELF_LIFE[ware.category];
    if (shelfLife === undefined || !random.chance(NAMED)) return null;
    const batch = this.batchOf(key, entity.id, ware, at, shelfLife);
    const number = String(this.lots.length + 1).padStart(9, '0');
    const row = {
      id: idAt(at),
      batchId: batch.id,
      variantId: ware.id,
      packageTag: `${TAG_PREFIX}${number}`,
      entityId: entity.id,
      createdAt: new Date(at),
    };
    const lot = { row, batch };
    this.lots.push(lot);
    return lot;
  }

  private batchOf(
    key: string,
    entityId: string,
    { productId, sku }: Ware,
    at: number,
    shelfLife: number,
  ): BatchRow {
    const present = this.latest.get(productId);
    if (present && at - present.createdAt.getTime() < BATCH_DAYS * DAY) return present;
    const random = new Random('batch', sku, at);
    const day = dateIn(TIMEZONE, new Date(at));
    const packagedOn = addDays(day, -random.int(4, present ? 20 : 75));
    const batch = {
      id: idAt(at),
      productId,
      entityId,
      batchId: `${key.slice(0, 2).toUpperCase()}-${packagedOn.slice(2, 4)}${packagedOn.slice(5, 7)}-${String(this.batches.length + 1).padStart(3, '0')}`,
      harvestedOn: addDays(packagedOn, -random.int(14, 30)),
      packagedOn,
      expiresOn: addDays(packagedOn, shelfLife),
      testStatus: 'passed' as const,
      heldAt: null,
      holdReason: null,
      adopted: true,
      createdAt: new Date(at),
      updatedAt: new Date(at),
    };
    this.batches.push(batch);
    this.latest.set(productId, batch);
    return batch;
  }
}
