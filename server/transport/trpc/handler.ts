import type { IncomingMessage, ServerResponse } from 'node:http';
import { incomingMessageToRequest } from '@trpc/server/adapters/node-http';
import { resolveResponse } from '@trpc/server/http';
import type { AppError } from '../../kernel/errors';
import type { Context } from '../../operation/context';
import { toAppError } from '../../operation/failure';
import type { Contexts } from '../contexts';
import { checkDeclaredSize, JSON_LIMIT, PUBLIC_JSON_LIMIT, TABLE_LIMIT } from '../rest/body';
import { isConfidential } from '../rest/confidential';
import { sendText } from '../rest/envelope';
import { OPERATIONS } from '../rest/operations';
import { appRouter } from '../router';
import { hasTable, isPublic, MAX_CALLS } from './calls';

const byName = new Map(OPERATIONS.map((operation) => [operation.name, operation]));

/**
 * Responds to the dashboard's tRPC client, compressed like REST. One call that can return a secret keeps the whole
 * batch uncompressed, because the others may reflect request data in its length.
 * @param names the raw path behind `/api/trpc/`
 * @param reject takes each call's failure, with the operation's name where it has one
 */
export async function handleTrpc(
  req: IncomingMessage,
  res: ServerResponse,
  names: string,
  createContext: () => ReturnType<Contexts['trpc']>,
  reject: (failure: AppError, operation: string | undefined, ctx: Context | undefined) => void,
): Promise<void> {
  const most = hasTable(names) ? TABLE_LIMIT : JSON_LIMIT;
  const limit = isPublic(names) ? PUBLIC_JSON_LIMIT : most;
  checkDeclaredSize(req, limit);
  const response = await resolveResponse({
    router: appRouter,
    req: incomingMessageToRequest(req, res, {
      maxBodySize: limit,
    }),
    path: names,
    error: null,
    createContext,
    maxBatchSize: MAX_CALLS,
    onError: ({ error, path, ctx }) => reject(toAppError(error), byName.get(path ?? '')?.name, ctx),
    responseMeta: ({ errors: [error] }) => {
      if (!error) return {};
      const { status, headers } = toAppError(error);
      return { status, headers: new Headers(headers) };
    },
  });
  const text = await response.text();
  for (const [name, value] of response.headers) res.setHeader(name, value);
  if (text === '') {
    res.statusCode = response.status;
    res.end();
    return;
  }
  const plain = decodeURIComponent(names)
    .split(',')
    .some((name) => {
      const operation = byName.get(name);
      return !operation || isConfidential(operation);
    });
  await sendText(res, response.status, text, { headOnly: false, plain });
}
