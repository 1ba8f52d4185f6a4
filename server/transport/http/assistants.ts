import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestInfo } from '../../kernel/actor';
import { isAppError } from '../../kernel/errors';
import { overloaded } from '../../platform/rate-limit/overload';
import type { Contexts } from '../contexts';
import { handleMcp } from '../mcp/handler';
import type { RestPlatform } from '../rest/handler';
import type { Observation } from './observation';
import { letIn } from './overload';

interface Parts {
  req: IncomingMessage;
  res: ServerResponse;
  rest: RestPlatform;
  contexts: Contexts;
  observed: Observation;
  request: RequestInfo;
  left: AbortSignal;
  publicUrl: string;
}

/** Serves `/mcp`. @returns the request's label in the metrics @throws AppError */
export async function serveAssistant({
  req,
  res,
  rest,
  contexts,
  observed,
  request,
  left,
  publicUrl,
}: Parts): Promise<string> {
  const leave = letIn(rest.overload, req, res);
  if (!leave) throw overloaded();
  const admit = async () => {
    try {
      const admitted = await contexts.mcp(req, request, left);
      observed.note(admitted(null).ctx.actor);
      return admitted;
    } catch (error) {
      if (isAppError(error) && error.status === 401) await rest.abuse.take({ actor: null, request }, 1);
      throw error;
    }
  };
  try {
    return await handleMcp(req, res, { platform: rest, publicUrl, signal: left, admit });
  } finally {
    leave();
  }
}
