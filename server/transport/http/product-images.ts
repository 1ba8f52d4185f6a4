import type { IncomingMessage, ServerResponse } from 'node:http';
import { imageName, uploadedImage } from '../../features/products/images/address';
import { HostedImages } from '../../features/products/images/hosted';
import { findImages, type ImageRecord, type PicturedProduct } from '../../features/products/queries';
import { notFound } from '../../kernel/errors';
import { isId } from '../../kernel/params';
import type { Storage } from '../../kernel/storage';
import { authorize } from '../../operation/authorize';
import type { Context } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { IMAGE_TYPE } from '../../platform/images/store';
import type { TargetPolicy } from '../../platform/outgoing/guard';
import { sendFile } from '../rest/download';

/** By position, the small image of a row, or by the image's name and width. */
const PATH =
  /^\/images\/products\/([^/]+)\/(?:(\d{1,2})|(thumb)|([0-9a-f]{14}|[0-9a-f-]{36})(?:-(128|480))?\.webp)$/;

/** Serves product images from our own origin: those on other hosts as copies of ours. */
export class ProductImages {
  readonly #hosted: HostedImages;

  constructor(
    db: Db,
    private readonly storage: Storage,
    policy: TargetPolicy,
  ) {
    this.#hosted = new HostedImages(db, storage, policy);
  }

  /**
   * @throws AppError UNAUTHORIZED, FORBIDDEN, NOT_FOUND (also when the target is not an image); SERVICE_UNAVAILABLE,
   *   RATE_LIMITED
   */
  async serve(req: IncomingMessage, res: ServerResponse, path: string, ctx: Context): Promise<void> {
    authorize({ access: 'read:products', method: 'GET', path }, ctx);
    const [, id = '', position, thumb, name, width] = PATH.exec(path) ?? [];
    if (!ctx.actor || !isId(id)) throw notFound();
    const product = await findImages({ db: ctx.db, actor: ctx.actor }, id);
    const url = name
      ? product.images.find((image) => imageName(image) === name)
      : product.images[Number(position ?? 1) - 1];
    const image = url === undefined ? null : await this.#filesOf(product, url);
    if (!image) throw notFound();
    // What an address with a name shows never changes; another image may take a position.
    res.setHeader('Cache-Control', name ? 'private, max-age=31536000, immutable' : 'private, max-age=300');
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    const { key, size } = sizeOf(image, thumb ? '128' : width);
    const file = { key, file_name: 'image.webp', file_size: size, content_type: IMAGE_TYPE };
    await sendFile(res, this.storage, file, { headOnly: req.method === 'HEAD' });
  }

  async #filesOf({ id, entityId, images: _, files }: PicturedProduct, url: string): Promise<Sizes | null> {
    const upload = uploadedImage(url);
    // An address of ours is never requested as if it were another host's.
    if (upload) return files.find((file) => file.id === upload.imageId) ?? null;
    return (
      files.find((file) => file.source === url) ??
      (await this.#hosted.fetch({ productId: id, entityId, url }))
    );
  }
}

type Sizes = Omit<ImageRecord, 'id' | 'source'>;

/** The size of a width; the full one until a job has made the one between. */
function sizeOf(image: Sizes, width: string | undefined): { key: string; size: number } {
  if (width === '128') return { key: image.thumbKey, size: image.thumbSize };
  const { mediumKey, mediumSize } = image;
  if (width === '480' && mediumKey !== null && mediumSize !== null)
    return { key: mediumKey, size: mediumSize };
  return { key: image.key, size: image.size };
}
