import { z } from 'zod';
import { Confirmation, Id, Timestamp } from '../../../kernel/params';
import { EXPORT_STATUSES } from '../tables';

export const NoInput = z.strictObject({});

export const StartExport = z.strictObject(Confirmation).meta({ examples: [{ password: 'a long password' }] });

export const EntityExport = z
  .object({
    id: Id.meta({ description: 'Id of the export' }),
    status: z.enum(EXPORT_STATUSES).meta({
      id: 'EntityExportStatus',
      description: '`running` until its archive is `completed`, or it `failed`: ask again then',
    }),
    size: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Of the archive in bytes; null until it is complete' }),
    sha256: z
      .string()
      .nullable()
      .meta({ description: 'SHA-256 of the archive in hex; null until it is complete' }),
    created_at: Timestamp.meta({ description: 'When it was asked for' }),
    expires_at: Timestamp.nullable().meta({
      description: 'Until when the archive can be downloaded; null until it is complete, and once it is gone',
    }),
  })
  .meta({ id: 'EntityExport' });
