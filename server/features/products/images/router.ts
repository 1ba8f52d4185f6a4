import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { PRODUCT_EVENTS } from '../announce';
import { Product } from '../resource';
import { AddImage, RemoveImage } from './schema';
import { addImage, removeImage } from './service';

export const imagesRouter = router({
  add: endpoint({
    rest: 'POST /api/v1/products/{id}/images',
    summary: 'Upload an image of a product',
    description:
      'A JPEG, PNG or WebP image of at most 10 MiB and 40 megapixels, added after the others. It is stored as WebP of at ' +
      'most 1,600 pixels a side, without its metadata. 409 above 20 images.',
    permission: 'update:products',
    body: 'image',
    input: AddImage,
    output: Product,
    status: 201,
    location: '/api/v1/products/{id}',
    errors: ['NOT_FOUND', 'too_many'],
    emits: PRODUCT_EVENTS,
  }).mutation(({ ctx, input }) => addImage(ctx, input)),

  remove: endpoint({
    rest: 'DELETE /api/v1/products/{id}/images/{image_id}',
    summary: 'Remove an uploaded image',
    description:
      'The images after it move up. Responds with the product. Images on other hosts are removed by PATCH of the product.',
    permission: 'update:products',
    input: RemoveImage,
    output: Product,
    errors: ['NOT_FOUND'],
    emits: PRODUCT_EVENTS,
  }).mutation(({ ctx, input }) => removeImage(ctx, input)),
});
