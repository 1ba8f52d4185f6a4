import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { Context } from './context';
import type { Operation } from './endpoint';
import { toAppError } from './failure';

export interface Meta extends OpenApiMeta {
  operation: Operation;
}

export const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const failure = toAppError(error);
      return {
        message: failure.message,
        code: shape.code,
        data: {
          code: failure.code,
          httpStatus: failure.status,
          details: failure.details,
          requestId: ctx?.request.id ?? null,
        },
      };
    },
  });

export const router = t.router;
