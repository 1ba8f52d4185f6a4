import { z } from 'zod';
import { Id } from '../../../kernel/params';

/** Images of one product. */
export const MAX_IMAGES = 20;

const PathId = Id.meta({ description: 'Id of the product' });
export const AddImage = z.strictObject({ id: PathId });
export const RemoveImage = z.strictObject({
  id: PathId,
  image_id: Id.meta({ description: 'Id of the image: the last part of its address, without `.webp`' }),
});
