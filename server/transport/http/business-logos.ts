import type { IncomingMessage, ServerResponse } from 'node:http';
import { logoOf } from '../../features/entities/logo/schema';
import { readLogo } from '../../features/orders/documents/queries';
import { notFound } from '../../kernel/errors';
import { authorize } from '../../operation/authorize';
import type { Context } from '../../operation/context';
import { sendFile } from '../rest/download';

/**
 * Serves logos of businesses to their members and to those of businesses that ordered from them (decision 462).
 * @throws AppError UNAUTHORIZED, NOT_FOUND
 */
export async function serveLogo(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  ctx: Context,
): Promise<void> {
  authorize({ access: 'signed-in', method: 'GET', path }, ctx);
  const id = logoOf(path);
  if (!ctx.actor || !id) throw notFound();
  const contents = await readLogo({ db: ctx.db, actor: ctx.actor }, id);
  res.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  const file = { file_name: 'logo.png', content_type: 'image/png', contents: contents.toString('base64') };
  await sendFile(res, ctx.storage, file, { headOnly: req.method === 'HEAD' });
}
