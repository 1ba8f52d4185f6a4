import type { Logger } from 'pino';
import { KeyReader } from '../features/api-keys/key-reader';
import { type DeviceCookie, nextAuthOptions } from '../features/auth/nextauth';
import { resetLinkState } from '../features/auth/password/reset';
import { deviceCookieName } from '../features/auth/sign-in/known-device';
import { JwtSigner } from '../features/auth/tokens';
import { readBusinessInvitation } from '../features/entities/business-invitations/queries';
import { suspendedAmong } from '../features/entities/queries.sql';
import { setupLinkState } from '../features/entities/setup/queries';
import { readSignUpLink } from '../features/entities/sign-up/queries';
import { readInvitation } from '../features/entities/team/acceptance';
import { hostsIn } from '../features/integrations/hosts';
import { readUnsubscribe, unsubscribableName } from '../features/notifications/unsubscribe';
import { readQuoteLink } from '../features/orders/drafts/link';
import { openRecallsOf } from '../features/tenants/queries';
import { RequestLog } from '../features/usage/request-log';
import type { Actor } from '../kernel/actor';
import { type Env, exportForNext } from '../kernel/env';
import type { SignUpMode } from '../kernel/sign-up';
import type { Storage } from '../kernel/storage';
import { toAppError } from '../operation/failure';
import type { Database } from '../platform/db/client';
import type { Probe } from '../platform/db/probe';
import type { Replica } from '../platform/db/replica';
import type { SchemaWatch } from '../platform/db/schema-watch';
import { AbuseLimiter } from '../platform/rate-limit/abuse';
import { RequestLimiter } from '../platform/rate-limit/limiter';
import { openOverload } from '../platform/rate-limit/overload';
import { openSlots } from '../platform/rate-limit/slots';
import type { Secrets } from '../platform/secrets/auth-secret';
import { SecretCipher } from '../platform/secrets/cipher';
import { VERSION } from '../platform/version';
import { contextFactory } from '../transport/contexts';
import { listen } from '../transport/http/listen';
import { stateStatus } from '../transport/http/page-status';
import { openPages } from '../transport/http/pages';
import { ProductImages } from '../transport/http/product-images';
import { createHttpServer } from '../transport/http/server';
import { OAuthServer } from '../transport/oauth/server';
import { openApiDocument } from '../transport/rest/openapi';
import { type Runtime, setRuntime } from '../transport/runtime';
import { SsoServer } from '../transport/sso/handler';
import { runDay } from './daily';
import type { Stop } from './stops';

const DRAIN_MS = 25_000;

interface WebParts {
  database: Database;
  /** Connections for what precedes an operation, so that it never waits behind one. */
  admission: Database;
  probe: Probe;
  replica: Replica | null;
  storage: Storage;
  secrets: Secrets;
  signUp: SignUpMode;
  log: Logger;
  watch: SchemaWatch;
  isMailOff: boolean;
  demo: Runtime['demo'];
}

/** Serves REST, tRPC and pages. @returns what drains requests */
export async function serveWeb(
  env: Env,
  {
    database: { db },
    admission,
    probe,
    replica,
    storage,
    secrets,
    signUp,
    log,
    watch,
    isMailOff,
    demo,
  }: WebParts,
): Promise<Stop> {
  exportForNext(env, secrets.current);
  const signer = new JwtSigner(secrets.current, secrets.previous);
  const cipher = new SecretCipher(secrets.current, secrets.previous);
  const overload = openOverload(env.DATABASE_POOL);
  const slots = openSlots(env.DATABASE_POOL, () => overload.isOn);
  const keys = new KeyReader(db, slots.admissions, log);
  const contexts = contextFactory({
    db,
    env,
    log,
    signer,
    cipher,
    storage,
    admission: admission.db,
    replica,
    secrets,
    signUp,
    slots,
    keys,
    noteGeneration: (generation) => watch.note(generation),
  });
  const secure = env.PUBLIC_URL.startsWith('https:');
  const abuse = new AbuseLimiter(env.ANONYMOUS_RATE_LIMIT);
  const runtime = {
    env,
    version: VERSION,
    log,
    db,
    signer,
    cipher,
    storage,
    nextAuth: (device: DeviceCookie) =>
      nextAuthOptions({ log, db, signer, cipher, abuse, secrets, publicUrl: env.PUBLIC_URL, secure }, device),
    deviceCookieName: deviceCookieName(secure),
    openApiDocument,
    isMailOff,
    replacedVendors: Object.keys(hostsIn(env)),
    demo,
    canSignUp: signUp !== 'off',
    viewerOf: masked(log, contexts.viewerOf),
    openRecallsOf: masked(log, (actor: Actor) => openRecallsOf({ db, actor })),
    isSuspended: masked(log, async (id: string) => (await suspendedAmong(db, [id])).length > 0),
    stateStatus,
    resetLinkState: masked(log, (token: string) => resetLinkState(db, token)),
    readInvitation: masked(log, (token: string) => readInvitation(db, token)),
    readBusinessInvitation: masked(log, (token: string) => readBusinessInvitation(db, token)),
    readQuoteLink: masked(log, (token: string, address: string) => readQuoteLink(db, token, address)),
    readSignUpLink: masked(log, (token: string) => readSignUpLink(db, token)),
    setupLinkState: masked(log, (token: string) => setupLinkState(db, token)),
    unsubscribableBy: masked(log, async (token: string) => {
      const link = await readUnsubscribe(signer, token);
      return link && { name: unsubscribableName(link.what) };
    }),
  };
  setRuntime(runtime);
  const pages = await openPages(env);
  const rest = {
    limiter: new RequestLimiter(admission.db),
    abuse,
    overload,
    requestLog: new RequestLog(db, log),
    corsOrigins: env.CORS_ORIGINS,
    dataDir: env.DATA_DIR,
  };
  const images = new ProductImages(db, storage, { allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK });
  const oauth = new OAuthServer({ db, env, log, contexts, abuse, secret: secrets.current });
  const sso = new SsoServer({ db, env, log, cipher, signer, abuse, secrets });
  const http = createHttpServer({
    runtime,
    contexts,
    rest,
    checkDatabase: () => probe.check(),
    images,
    oauth,
    sso,
    pages,
    runDay: env.SANDBOX ? (date) => runDay(db, date) : null,
  });
  const listeners = await listen(http.server, env.HOST, env.PORT);
  return async (signal) => {
    const lameDuckMs = signal === 'SIGTERM' ? env.LAME_DUCK_SECONDS * 1000 : 0;
    await http.drain.run(listeners, { lameDuckMs, limitMs: DRAIN_MS + lameDuckMs });
    await Promise.all([rest.requestLog.flush(), keys.flush()]);
  };
}

/** Next prints whatever a page throws: it gets the error for callers, and the log gets the full one. */
function masked<A extends unknown[], R>(log: Logger, work: (...args: A) => Promise<R>) {
  return (...args: A): Promise<R> =>
    work(...args).catch((error: unknown) => {
      const failure = toAppError(error);
      if (failure !== error) log.error({ err: error }, 'a page failed');
      throw failure;
    });
}
