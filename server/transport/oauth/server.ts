import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { RequestInfo } from '../../kernel/actor';
import type { AbuseLimiter } from '../../platform/rate-limit/abuse';
import type { Contexts } from '../contexts';
import type { Target } from '../http/request';
import type { Runtime } from '../runtime';
import { serveOAuth } from './handler';
import { openProvider } from './provider';

interface Parts extends Pick<Runtime, 'db' | 'env' | 'log'> {
  contexts: Contexts;
  abuse: AbuseLimiter;
  secret: string;
}

/** The authorization server of a process. */
export class OAuthServer {
  #provider: Promise<Provider> | undefined;

  constructor(private readonly parts: Parts) {}

  /** @throws AppError RATE_LIMITED, METHOD_NOT_ALLOWED */
  async serve(
    req: IncomingMessage,
    res: ServerResponse,
    target: Target,
    request: RequestInfo,
  ): Promise<void> {
    const { db, env, contexts, abuse } = this.parts;
    await abuse.take({ actor: null, request }, 1);
    await serveOAuth(req, res, target, {
      ...{ db, publicUrl: env.PUBLIC_URL, allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK, request },
      provider: () => this.#open(),
      viewer: async () => (await contexts.trpc(req, { ...request, transport: 'dashboard' })).actor,
    });
  }

  #open(): Promise<Provider> {
    const { db, env, log, secret } = this.parts;
    this.#provider ??= openProvider({ db, log, secret, publicUrl: env.PUBLIC_URL }).catch(
      (error: unknown) => {
        this.#provider = undefined;
        throw error;
      },
    );
    return this.#provider;
  }
}
