import { z } from 'zod';
import { Id, RecentPassword, Timestamp } from '../../../kernel/params';

export const RequestErasure = z
  .strictObject({ password: RecentPassword })
  .meta({ examples: [{ password: 'a long password' }] });

export const ErasureRequest = z
  .object({
    id: Id.meta({ description: 'Id of the request' }),
    created_at: Timestamp.meta({ description: 'When it was first asked for' }),
  })
  .meta({ id: 'ErasureRequest' });
