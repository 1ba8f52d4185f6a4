import { authRouter } from './auth/router';
import { entityRouter } from './entities/router';
import { inventoryRouter } from './inventory/router';
import { marketRouter } from './market/router';
import { ordersRouter } from './orders/router';
import { overviewRouter } from './overview/router';
import { productsRouter } from './products/router';
import { router } from './trpc/init';

export const appRouter = router({
  auth: authRouter,
  entity: entityRouter,
  inventory: inventoryRouter,
  market: marketRouter,
  orders: ordersRouter,
  overview: overviewRouter,
  products: productsRouter,
});

export type AppRouter = typeof appRouter;
