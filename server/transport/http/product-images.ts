import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { uploadedImage } from '../../features/products/images/address';
import {
  findImage,
  findUploadedImage,
  type ProductImage,
  type UploadedImage,
} from '../../features/products/queries';
import { AppError, notFound } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { isId } from '../../kernel/params';
import type { Storage } from '../../kernel/storage';
import { authorize } from '../../operation/authorize';
import type { Context, ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { IMAGE_TYPE } from '../../platform/images/store';
import type { TargetPolicy } from '../../platform/outgoing/guard';
import { OutgoingError, sendRequest } from '../../platform/outgoing/request';
import { discard, notePending } from '../../platform/storage/pending';
import { sendFile } from '../rest/download';

const MAX_BYTES = 3 * 1024 * 1024;
const TIMEOUT_MS = 8_000;
const REDIRECTS = 3;
/** Shorter than the hour after which the purge of pending uploads removes a copy. */
const KEPT_MS = 45 * 60_000;
/** How long an image that failed to load is not requested again (decision 136). */
const FAILED_MS = 10 * 60_000;
const COPIES = 5_000;
/** Concurrent fetches: per process, and for the products of one owner. */
const AT_ONCE = { process: 64, owner: 20 };
const PER_OWNER_AND_HOUR = 400;

/** By position, the small image of a row, or an upload by its id. */
const PATH = /^\/images\/products\/([^/]+)\/(?:(\d{1,2})|(thumb)|([0-9a-f-]{36})\.webp)$/;

interface Copy {
  key: string;
  size: number;
  type: string;
}

/**
 * Serves product images from our own origin, so that external hosts see neither the viewer's address nor their cookies.
 * Each process fetches an image once and keeps a copy in the storage for up to an hour.
 */
export class ProductImages {
  readonly #copies = new Map<string, { copy: Copy | null; until: number }>();
  readonly #fetches = new Map<string, Promise<Copy | null>>();
  readonly #running = new Map<string, number>();
  readonly #hourly = new RateLimiterMemory({ points: PER_OWNER_AND_HOUR, duration: 3_600 });

  constructor(
    private readonly db: Db,
    private readonly storage: Storage,
    private readonly policy: TargetPolicy,
  ) {}

  /**
   * @throws AppError UNAUTHORIZED, FORBIDDEN, NOT_FOUND (also when the target is not an image); SERVICE_UNAVAILABLE,
   *   RATE_LIMITED
   */
  async serve(req: IncomingMessage, res: ServerResponse, path: string, ctx: Context): Promise<void> {
    authorize({ access: 'read:products', method: 'GET', path }, ctx);
    const [, id = '', position, thumb, imageId] = PATH.exec(path) ?? [];
    if (!ctx.actor || !isId(id) || (imageId !== undefined && !isId(imageId))) throw notFound();
    const reader = { db: ctx.db, actor: ctx.actor };
    const copy =
      imageId === undefined
        ? await this.#shown(reader, id, Number(position ?? 1), thumb !== undefined)
        : fileOf(await findUploadedImage(reader, id, imageId), false);
    if (!copy) throw notFound();
    // What an address with an id names never changes; another image may take a position.
    res.setHeader(
      'Cache-Control',
      imageId === undefined ? 'private, max-age=300' : 'private, max-age=31536000, immutable',
    );
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    const { key, size: file_size, type: content_type } = copy;
    const file_name = `image.${content_type.slice('image/'.length)}`;
    await sendFile(res, this.storage, { key, file_name, file_size, content_type }, req.method === 'HEAD');
  }

  async #shown(reader: ReadContext, id: string, position: number, small: boolean): Promise<Copy | null> {
    const image = await findImage(reader, id, position);
    const upload = uploadedImage(image.url);
    // An address of ours is never requested as if it were another host's.
    if (upload) return fileOf(await findUploadedImage(reader, id, upload.imageId), small);
    return this.#copyOf(image);
  }

  async #copyOf(image: ProductImage): Promise<Copy | null> {
    const hash = createHash('sha256').update(`${image.entityId} ${image.url}`).digest('hex');
    const known = this.#copies.get(hash);
    if (known && known.until > Date.now()) return known.copy;
    const under = this.#fetches.get(hash);
    if (under) return under;
    const fetching = this.#fetch(image).finally(() => this.#fetches.delete(hash));
    this.#fetches.set(hash, fetching);
    const copy = await fetching;
    this.#copies.delete(hash);
    this.#copies.set(hash, { copy, until: Date.now() + (copy ? KEPT_MS : FAILED_MS) });
    for (const oldest of this.#copies.keys()) {
      if (this.#copies.size <= COPIES) break;
      this.#copies.delete(oldest);
    }
    return copy;
  }

  async #fetch({ entityId, url }: ProductImage): Promise<Copy | null> {
    const running = this.#running.get(entityId) ?? 0;
    if (running >= AT_ONCE.owner || this.#fetches.size >= AT_ONCE.process) throw busy();
    this.#running.set(entityId, running + 1);
    try {
      await this.#hourly.consume(entityId).catch(() => {
        throw busy();
      });
      const bytes = await download(this.policy, url);
      const type = bytes && imageType(bytes);
      return bytes && type ? await this.#keep(bytes, type) : null;
    } finally {
      const left = (this.#running.get(entityId) ?? 1) - 1;
      if (left > 0) this.#running.set(entityId, left);
      else this.#running.delete(entityId);
    }
  }

  async #keep(bytes: Buffer, type: string): Promise<Copy> {
    const key = `product-images/${newId()}`;
    // No record claims it: the purge of pending uploads removes the copy after an hour.
    await notePending(this.db, key);
    try {
      await this.storage.write(key, Readable.from([bytes]), { contentType: type });
    } catch (error) {
      await discard(this.db, this.storage, key).catch(() => {});
      throw error;
    }
    return { key, size: bytes.length, type };
  }
}

const fileOf = ({ key, size, thumbKey, thumbSize }: UploadedImage, small: boolean): Copy =>
  small ? { key: thumbKey, size: thumbSize, type: IMAGE_TYPE } : { key, size, type: IMAGE_TYPE };

const busy = () =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many images are loading. Try again soon.',
    {},
    { 'Retry-After': '5' },
  );

/** @returns null when the host is not public or sends no image of at most 3 MiB in time */
async function download(policy: TargetPolicy, url: string): Promise<Buffer | null> {
  let target = url;
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    const response = await sendRequest(policy, {
      method: 'GET',
      url: target,
      headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    }).catch((error) => {
      if (error instanceof OutgoingError) return null;
      throw error;
    });
    if (!response) return null;
    const { location } = response.headers;
    if (response.status === 200) return response.bytes;
    if (response.status < 300 || response.status > 399 || !location || !URL.canParse(location, target))
      return null;
    target = new URL(location, target).href;
  }
  return null;
}

/**
 * Detects the type by the first bytes, ignoring the host's header; null for anything that browsers could execute, such
 * as SVG.
 */
function imageType(bytes: Buffer): string | null {
  const text = (from: number, to: number) => bytes.subarray(from, to).toString('latin1');
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 12) === 'ftypavif' || text(4, 12) === 'ftypavis') return 'image/avif';
  return null;
}
