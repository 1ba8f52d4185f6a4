import { z } from 'zod';
import { Confirmation, Id, Timestamp } from '../../../kernel/params';

export const RequestErasure = z
  .strictObject(Confirmation)
  .meta({ examples: [{ password: 'a long password' }] });

export const ErasureRequest = z
  .object({
    id: Id.meta({ description: 'Id of the request' }),
    created_at: Timestamp.meta({ description: 'When it was first asked for' }),
  })
  .meta({ id: 'ErasureRequest' });
