import { and, eq, sql } from 'drizzle-orm';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { type ImageFiles, type StoredImage, storeSizes } from '../../../platform/images/store';
import type { TargetPolicy } from '../../../platform/outgoing/guard';
import { productImages, products } from '../tables';
import { downloadImage } from './download';

/** How long an image that failed to load is not requested again (decision 136), and how many of these are remembered. */
const FAILED_MS = 10 * 60_000;
const FAILURES = 5_000;
/** Concurrent fetches: per process, and for the products of one owner. */
const AT_ONCE = { process: 64, owner: 20 };
const PER_OWNER_AND_HOUR = 400;

interface HostedImage {
  productId: string;
  entityId: string;
  /** As the owner entered it. */
  url: string;
}

/**
 * Fetches images of other hosts once, into the storage, in our three sizes (decision 447): their hosts see neither the
 * viewer's address nor when a product is looked at.
 */
export class HostedImages {
  readonly #failed = new Map<string, number>();
  readonly #fetches = new Map<string, Promise<ImageFiles | null>>();
  readonly #running = new Map<string, number>();
  readonly #hourly = new RateLimiterMemory({ points: PER_OWNER_AND_HOUR, duration: 3_600 });

  constructor(
    private readonly db: Db,
    private readonly storage: Storage,
    private readonly policy: TargetPolicy,
  ) {}

  /**
   * Fetches an image that has no record yet. Requests for the same one share a fetch.
   * @returns null when the host isn't public or sends no image
   * @throws AppError SERVICE_UNAVAILABLE while too many are loading
   */
  async fetch(image: HostedImage): Promise<ImageFiles | null> {
    const key = `${image.productId} ${image.url}`;
    if ((this.#failed.get(key) ?? 0) > Date.now()) return null;
    const under = this.#fetches.get(key);
    if (under) return under;
    const fetching = this.#load(image).finally(() => this.#fetches.delete(key));
    this.#fetches.set(key, fetching);
    const files = await fetching;
    if (!files) this.#remember(key);
    return files;
  }

  #remember(key: string): void {
    this.#failed.delete(key);
    this.#failed.set(key, Date.now() + FAILED_MS);
    for (const oldest of this.#failed.keys()) {
      if (this.#failed.size <= FAILURES) break;
      this.#failed.delete(oldest);
    }
  }

  async #load(image: HostedImage): Promise<ImageFiles | null> {
    const { entityId, url } = image;
    const running = this.#running.get(entityId) ?? 0;
    if (running >= AT_ONCE.owner || this.#fetches.size >= AT_ONCE.process) throw busy();
    this.#running.set(entityId, running + 1);
    try {
      await this.#hourly.consume(entityId).catch(() => {
        throw busy();
      });
      const bytes = await downloadImage(this.policy, url);
      if (!bytes) return null;
      const read = async () => bytes;
      const base = `product-images/${newId()}`;
      const stored = await storeSizes({ db: this.db, storage: this.storage }, base, {
        read,
        entityId,
        origin: 'host',
      });
      return stored && this.#record(image, stored);
    } finally {
      const left = (this.#running.get(entityId) ?? 1) - 1;
      if (left > 0) this.#running.set(entityId, left);
      else this.#running.delete(entityId);
    }
  }

  /** Another process may have recorded it first, and the owner may have replaced it: then no record claims the files. */
  #record({ productId, entityId, url }: HostedImage, stored: StoredImage): Promise<ImageFiles> {
    const { key: storageKey, ...sizes } = stored.files;
    return this.db.transaction(async (tx) => {
      const named = and(eq(products.id, productId), sql`${url} = any(${products.images})`);
      const [product] = await tx.select({ id: products.id }).from(products).where(named).for('share');
      const added =
        product &&
        (await tx
          .insert(productImages)
          .values({ productId, entityId, source: url, storageKey, ...sizes })
          .onConflictDoNothing()
          .returning({ id: productImages.id }));
      // Until the purge of pending uploads removes them, the files serve the requests that wait.
      if (added?.length) await stored.takeOver(tx);
      return stored.files;
    });
  }
}

const busy = () =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many images are loading. Try again soon.',
    {},
    { 'Retry-After': '5' },
  );
