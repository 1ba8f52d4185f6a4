import { and, eq, sql } from 'drizzle-orm';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { type ImageFiles, type StoredImage, storeSizes } from '../../../platform/images/store';
import type { TargetPolicy } from '../../../platform/outgoing/guard';
import { FairQueue } from '../../../platform/rate-limit/fair-queue';
import { productImages, products } from '../tables';
import { downloadImage } from './download';

/** How long an image that failed to load is not requested again (decision 136), and how many of these are remembered. */
const FAILED_MS = 10 * 60_000;
const FAILURES = 5_000;
/** Turns of a process, granted by owner: who has many images, or slow hosts, waits for its own (decision 908). */
const TURNS = { perKey: 4, total: 16, waiting: 100, waitMs: 10_000 };
/** How long a host that took all the time of a fetch isn't asked again, and how many of these are remembered. */
const REST_MS = 3_600_000;
const SLOW_HOSTS = 1_000;
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
  readonly #turns = new FairQueue(TURNS);
  readonly #resting = new Map<string, number>();
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
    if ((this.#failed.get(key) ?? 0) > Date.now() || this.#rests(image)) return null;
    const under = this.#fetches.get(key);
    if (under) return under;
    const fetching = this.#load(image).finally(() => this.#fetches.delete(key));
    this.#fetches.set(key, fetching);
    const files = await fetching;
    if (!files) remember(this.#failed, key, Date.now() + FAILED_MS, FAILURES);
    return files;
  }

  #rests(image: HostedImage): boolean {
    return (this.#resting.get(hostOf(image)) ?? 0) > Date.now();
  }

  #load(image: HostedImage): Promise<ImageFiles | null> {
    return this.#turns.run(image.entityId, () => this.#loadNow(image));
  }

  async #loadNow(image: HostedImage): Promise<ImageFiles | null> {
    const { entityId, url } = image;
    // Others of the same host may have found out while this one waited.
    if (this.#rests(image)) return null;
    await this.#hourly.consume(entityId).catch(() => {
      throw busy();
    });
    const bytes = await downloadImage(this.policy, url);
    if (!bytes) return null;
    if (bytes === 'slow') {
      remember(this.#resting, hostOf(image), Date.now() + REST_MS, SLOW_HOSTS);
      return null;
    }
    const read = async () => bytes;
    const base = `product-images/${newId()}`;
    const stored = await storeSizes({ db: this.db, storage: this.storage }, base, {
      read,
      entityId,
      origin: 'host',
    });
    return stored && this.#record(image, stored);
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

/** A host as an owner knows it: a slow page of another one's rests for no one else. */
const hostOf = ({ entityId, url }: HostedImage): string =>
  `${entityId} ${URL.canParse(url) ? new URL(url).host : url}`;

/** Notes until when something holds; the oldest notes go. */
function remember(notes: Map<string, number>, key: string, until: number, most: number): void {
  notes.delete(key);
  notes.set(key, until);
  for (const oldest of notes.keys()) {
    if (notes.size <= most) break;
    notes.delete(oldest);
  }
}

const busy = () =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many images are loading. Try again soon.',
    {},
    { 'Retry-After': '5' },
  );
