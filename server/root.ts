import { auditRouter } from './audit/router';
import { authRouter } from './auth/router';
import { entityRouter } from './entities/router';
import { importsRouter } from './imports/router';
import { inventoryRouter } from './inventory/router';
import { marketRouter } from './market/router';
import { router } from './operation/init';
import { ordersRouter } from './orders/router';
import { overviewRouter } from './overview/router';
import { productsRouter } from './products/router';
import { usageRouter } from './usage/router';
import { eventsRouter, webhooksRouter } from './webhooks/router';

export const appRouter = router({
  audit: auditRouter,
  auth: authRouter,
  entity: entityRouter,
  events: eventsRouter,
  imports: importsRouter,
  inventory: inventoryRouter,
  market: marketRouter,
  orders: ordersRouter,
  overview: overviewRouter,
  products: productsRouter,
  usage: usageRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;
