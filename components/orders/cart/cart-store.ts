import { type Cart, EMPTY_CART } from './cart';
import {
  type CartChange,
  type CartRequest,
  merged,
  readCart,
  readCarts,
  requestOf,
  type StoredCart,
  withChange,
} from './change';

/** What is shown; `ready` once the server was asked. */
export type Shown = { cart: Cart; ready: boolean };

export const NOTHING: Shown = { cart: EMPTY_CART, ready: false };

/** The server's side of the carts. */
export type CartServer = {
  list: () => Promise<readonly StoredCart[]>;
  change: (request: CartRequest) => Promise<StoredCart>;
};

/**
 * A member's carts: what the server has, with what was changed since on top. One request is under way per supplier;
 * what changes meanwhile goes with the next.
 */
export class CartStore {
  #server: Cart | null = null;
  #shown = NOTHING;
  #refreshing: Promise<void> | null = null;
  /** Counts requests that begin and end: a list that was read meanwhile may lack a change, or have it twice. */
  #writes = 0;
  readonly #waiting = new Map<string, CartChange>();
  readonly #sent = new Map<string, CartChange>();
  readonly #listeners = new Set<() => void>();

  /**
   * @param onFailed a change was rejected, and is no longer shown
   * @param onStored the server has a change
   */
  constructor(
    private readonly server: CartServer,
    private readonly onFailed: (error: unknown) => void,
    public onStored: () => void = () => {},
  ) {}

  readonly shown = (): Shown => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#server) void this.refresh().catch(() => {});
    return () => this.#listeners.delete(listener);
  };

  /** Reads the server's carts. @returns what is shown then */
  async refresh(): Promise<Cart> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = null;
    });
    await this.#refreshing;
    return this.#shown.cart;
  }

  /** Waits until the server has every change, or has rejected it. */
  async settled(): Promise<void> {
    while (this.#sent.size > 0 || this.#waiting.size > 0) {
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
  }

  /** Shows a change at once, and sends it. Those of one moment are one request. */
  change(change: CartChange): void {
    const { id } = change.supplier;
    this.#waiting.set(id, merged(this.#waiting.get(id), change));
    this.#show();
    if (!this.#sent.has(id)) queueMicrotask(() => void this.#send(id));
  }

  async #read(): Promise<void> {
    for (;;) {
      const writes = this.#writes;
      const carts = readCarts(await this.server.list());
      if (writes !== this.#writes || this.#sent.size > 0) {
        // The responses of the changes are newer.
        if (this.#server) return;
        continue;
      }
      this.#server = carts;
      this.#show();
      return;
    }
  }

  async #send(id: string): Promise<void> {
    if (this.#sent.has(id)) return;
    for (let change = this.#waiting.get(id); change; change = this.#waiting.get(id)) {
      this.#waiting.delete(id);
      const request = requestOf(change);
      if (!request) continue;
      this.#sent.set(id, change);
      this.#writes += 1;
      let failure: { error: unknown } | null = null;
      try {
        const stored = readCart(await this.server.change(request));
        this.#keep(stored);
      } catch (error) {
        failure = { error };
      }
      this.#writes += 1;
      this.#sent.delete(id);
      this.#show();
      if (!failure) this.onStored();
      else {
        this.onFailed(failure.error);
        void this.refresh().catch(() => {});
      }
    }
    this.#show();
  }

  #keep(stored: Cart['suppliers'][number]): void {
    const { suppliers } = this.#server ?? EMPTY_CART;
    const { id } = stored.supplier;
    const isKnown = suppliers.some(({ supplier }) => supplier.id === id);
    const next = isKnown
      ? suppliers.map((one) => (one.supplier.id === id ? stored : one))
      : [...suppliers, stored];
    this.#server = { ...EMPTY_CART, suppliers: next.filter(({ lines }) => lines.length > 0) };
  }

  #show(): void {
    const changes = [...this.#sent.values(), ...this.#waiting.values()];
    this.#shown = {
      cart: changes.reduce(withChange, this.#server ?? EMPTY_CART),
      ready: this.#server !== null,
    };
    for (const listener of this.#listeners) listener();
  }
}
