import { randomFrom } from '../random';

export interface Room {
  roomId: number;
  roomName: string;
  isQuarantineRoom?: boolean;
  isVaultRoom?: boolean;
  isInventoryRoom?: boolean;
  isSalesFloor?: boolean;
  isPOSRoom?: boolean;
  isEcommerceRoom?: boolean;
}

export interface DutchiePackage {
  inventoryId: number;
  productId: number;
  sku: string;
  productName: string;
  /** Units by room. */
  rooms: Map<number, number>;
  allocated: number;
  batchName: string | null;
  externalPackageId: string | null;
  expirationDate: string | null;
  unitCost: number;
  /** Left out of the list without reports. */
  isHidden: boolean;
  modified: number;
}

interface SoldLine {
  transactionItemId: number;
  inventoryId: number;
  productId: number;
  quantity: number;
}

interface Transaction {
  transactionId: number;
  isReturn: boolean;
  isVoid: boolean;
  modified: number;
  items: SoldLine[];
}

export const ROOMS: readonly Room[] = [
  { roomId: 1, roomName: 'Sales floor', isSalesFloor: true, isPOSRoom: true },
  { roomId: 2, roomName: 'Vault', isVaultRoom: true, isInventoryRoom: true },
  { roomId: 3, roomName: 'Quarantine', isQuarantineRoom: true },
  { roomId: 4, roomName: 'Back' },
];
const SELLING = 0.05;

/** A shop with Dutchie POS in memory. */
export class DutchieShop {
  readonly packages = new Map<number, DutchiePackage>();
  readonly transactions: Transaction[] = [];
  /** What moved, and when. */
  readonly movements: Array<{ inventoryId: number; at: number }> = [];
  private readonly random: () => number;
  private lastId = 100_000;

  /** @param now moment of its clock in ms */
  constructor(
    items: number,
    seed: number,
    readonly now: () => number = Date.now,
  ) {
    this.random = randomFrom(seed);
    for (let index = 1; index <= items; index++) this.add(index);
  }

  /** Adds a package of the n-th product. */
  add(product: number, given: Partial<DutchiePackage> = {}): DutchiePackage {
    const inventoryId = ++this.lastId;
    const made: DutchiePackage = {
      ...{ inventoryId, productId: 5_000 + product, sku: `SIM-${String(product).padStart(4, '0')}` },
      productName: `Product ${product}`,
      rooms: new Map([
        [1, 5 + Math.floor(this.random() * 40)],
        [2, Math.floor(this.random() * 100)],
      ]),
      ...{ allocated: 0, batchName: `B-${inventoryId}`, expirationDate: '2027-06-30T00:00:00' },
      externalPackageId: `1A40D${String(inventoryId).padStart(19, '0')}`,
      unitCost: 5 + Math.floor(this.random() * 2_000) / 100,
      isHidden: false,
      ...given,
      modified: this.now(),
    };
    this.packages.set(inventoryId, made);
    return made;
  }

  /** Sells units of a package, and returns the id of the transaction. */
  sell(inventoryId: number, quantity: number, roomId = 1): number {
    return this.record(inventoryId, -quantity, roomId, false);
  }

  takeBack(inventoryId: number, quantity: number, roomId = 1): number {
    return this.record(inventoryId, quantity, roomId, true);
  }

  /** Puts back what a transaction moved. */
  void(transactionId: number, roomId = 1): void {
    const found = this.transactions.find((one) => one.transactionId === transactionId);
    if (!found || found.isVoid) throw new Error(`${transactionId} can't be voided`);
    found.isVoid = true;
    found.modified = this.now();
    for (const { inventoryId, quantity } of found.items) {
      this.change(inventoryId, found.isReturn ? -quantity : quantity, roomId);
    }
  }

  move(inventoryId: number, quantity: number, from: number, to: number): void {
    this.change(inventoryId, -quantity, from);
    this.change(inventoryId, quantity, to);
  }

  /** Changes a count without a sale: a receipt, a loss. */
  change(inventoryId: number, delta: number, roomId: number): void {
    const found = this.packages.get(inventoryId);
    const after = (found?.rooms.get(roomId) ?? 0) + delta;
    if (!found || after < 0) throw new Error(`${inventoryId} can't move ${delta} units`);
    found.rooms.set(roomId, after);
    found.modified = this.now();
    this.movements.push({ inventoryId, at: found.modified });
  }

  /** Simulates one interval: a few sales from the sales floor. */
  tick(): void {
    for (const { inventoryId, rooms } of this.packages.values()) {
      if (this.random() < SELLING && (rooms.get(1) ?? 0) > 0) this.sell(inventoryId, 1);
    }
  }

  private record(inventoryId: number, delta: number, roomId: number, isReturn: boolean): number {
    this.change(inventoryId, delta, roomId);
    const { productId = 0 } = this.packages.get(inventoryId) ?? {};
    const transactionId = ++this.lastId;
    this.transactions.push({
      ...{ transactionId, isReturn, isVoid: false, modified: this.now() },
      items: [{ transactionItemId: ++this.lastId, inventoryId, productId, quantity: Math.abs(delta) }],
    });
    return transactionId;
  }
}
