import type { Meta, Operation } from '../../operation/init';
import { appRouter } from '../router';

export interface RestOperation extends Operation {
  /** The procedure's name in the router, such as `orders.create`. */
  name: string;
  /** Names of the path parameters, in order. */
  pathParams: readonly string[];
}

/** Every operation that the routers declare. */
export const OPERATIONS: readonly RestOperation[] = Object.entries(appRouter._def.procedures).map(
  ([name, procedure]) => {
    const { operation } = (procedure as unknown as { _def: { meta: Meta } })._def.meta;
    const pathParams = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
    return { ...operation, name, pathParams };
  },
);
