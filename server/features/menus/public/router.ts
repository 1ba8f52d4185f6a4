import { z } from 'zod';
import { GeneratedFile } from '../../../kernel/storage';
import { publicEndpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { menuPdf } from '../paper/service';
import { requestOrder } from '../requests/create';
import { CSV_COLUMNS, csvRowsOf, readMenu } from './data';
import { MenuToken, PublicMenu, ReadMenu, RequestOrder } from './schema';

export const publicMenusRouter = router({
  get: publicEndpoint({
    rest: 'GET /api/v1/public/menus/{token}',
    summary: 'Read a menu',
    description:
      'For who has its link, without a sign-in; `token` is the last part of it. A menu with a passcode takes it in the header `X-Menu-Passcode`. ' +
      'The `ETag` changes with what is shown. As CSV all goods that match.',
    input: ReadMenu,
    output: PublicMenu,
    columns: CSV_COLUMNS,
    csvRows: csvRowsOf,
    errors: ['NOT_FOUND', 'passcode_required'],
  }).query(({ ctx, input }) => readMenu(ctx, input)),

  pdf: publicEndpoint({
    rest: 'GET /api/v1/public/menus/{token}/pdf',
    summary: 'Get a menu as a PDF',
    description: 'Up to 2,000 goods and 60 pages; beyond it is 409, and the CSV has them all.',
    input: MenuToken,
    output: GeneratedFile,
    response: 'file',
    errors: ['NOT_FOUND', 'passcode_required', 'too_large'],
  }).query(({ ctx, input }) => menuPdf(ctx, input)),

  request: publicEndpoint({
    rest: 'POST /api/v1/public/menus/{token}/requests',
    summary: 'Request an order from a menu',
    description:
      'The email gets a link, whose page confirms the request within 48 hours; only then the seller sees it. The response is the same ' +
      'whether or not a mail leaves. Up to 64 KiB and 1,000 fields.',
    input: RequestOrder,
    output: z.object({}).meta({ id: 'RequestTaken', examples: [{}] }),
    status: 202,
    longBody: true,
    errors: ['NOT_FOUND', 'passcode_required', 'no_requests', 'minimum_order'],
  }).mutation(({ ctx, input }) => requestOrder(ctx, input)),
});
