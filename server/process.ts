import type { Cluster } from 'node:cluster';
import { runMigrations } from 'graphile-worker';
import type { Logger } from 'pino';
import { deviceCookieName } from './auth/known-device';
import { type DeviceCookie, nextAuthOptions } from './auth/nextauth';
import { resetLinkState } from './auth/reset';
import { JwtSigner } from './auth/tokens';
import { SecretCipher } from './cipher';
import { contextFactory } from './contexts';
import { type Database, isRefusal, isUnreachable, openDatabase } from './db/client';
import { checkConnections, connectionsNeeded } from './db/connections';
import { DataFolderHeldError, type EmbeddedDatabase, startEmbeddedDatabase } from './db/embedded';
import { migrateDatabase } from './db/migrate';
import { Probe } from './db/probe';
import { UnusableDatabaseError } from './db/unusable';
import { seedDemoOnce } from './demo/seed';
import { readInvitation } from './entities/team/acceptance';
import { createHttpServer, type HttpServer } from './http';
import { startWorker } from './jobs/worker';
import { type Env, exportForNext } from './kernel/env';
import type { Storage } from './kernel/storage';
import { openLog } from './log';
import { openMailer } from './mail/mailer';
import { openPages } from './pages';
import { ProductImages } from './product-images';
import { AbuseLimiter } from './rate-limit/abuse';
import { RequestLimiter } from './rate-limit/limiter';
import { openSlots } from './rate-limit/slots';
import { setRuntime } from './runtime';
import { authSecret } from './secret';
import { StartError } from './start-error';
import { openStorage } from './storage/storage';
import { toAppError } from './trpc/failure';
import { RequestLog } from './usage/request-log';
import { openRecorder } from './webhooks/record';
import { openSender } from './webhooks/send';

const DRAIN_MS = 25_000;

/**
 * Runs the process: database, migrations, worker, web. Resolves once it serves; it ends on SIGTERM or SIGINT, when no
 * request and no job is under way.
 * @throws StartError
 */
export async function runProcess(env: Env, cluster: Cluster): Promise<void> {
  const log = openLog(env.LOG_LEVEL);
  const stops: Array<() => Promise<void>> = [];
  const stop = stopOnce(stops, log);
  try {
    const { url, embedded } = await openAddress(env, log);
    if (embedded) stops.push(() => embedded.stop());
    const secret = await authSecret(env);
    const database = openDatabase({ url, pool: env.DATABASE_POOL, prepare: !env.DATABASE_DIRECT_URL });
    stops.push(() => database.close());
    const direct = env.DATABASE_DIRECT_URL ?? url;
    const storage = await openStorage(env);
    if (!cluster.isWorker) {
      await prepareDatabase(direct, env, log);
      await embedded?.noteSchema();
      if (embedded) await seedDemoOnce(database.db, storage, log);
    }

    if (env.ROLE !== 'web') {
      const outgoing = { allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK };
      const sender = openSender(outgoing);
      const context = {
        db: database.db,
        log,
        mailer: openMailer(env, log),
        cipher: new SecretCipher(secret),
        storage,
        publicUrl: env.PUBLIC_URL,
        sender,
        outgoing,
        recorder: openRecorder(database.db),
      };
      const worker = await startWorker({ url: direct, log, context });
      stops.push(async () => {
        await worker.stop();
        sender.close();
      });
    }
    if (env.ROLE !== 'worker' && env.WEB_CONCURRENCY > 1 && !cluster.isWorker) {
      stops.push(forkWebs(cluster, env, url, secret));
    } else if (env.ROLE !== 'worker') {
      const probe = new Probe(() => openDatabase({ url, pool: 1, prepare: !env.DATABASE_DIRECT_URL }));
      stops.push(() => probe.close());
      const http = await serveWeb(env, database, probe, storage, secret, log);
      stops.push(() => http.drain(DRAIN_MS));
    }
    if (!cluster.isWorker) process.stdout.write(`${readyLine(env, embedded !== null)}\n`);
  } catch (error) {
    await stop();
    throw error;
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0)));
  }
}

async function openAddress(
  env: Env,
  log: Logger,
): Promise<{ url: string; embedded: EmbeddedDatabase | null }> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, embedded: null };
  const settings = { max_connections: String(Math.max(100, connectionsNeeded(env))) };
  try {
    const embedded = await startEmbeddedDatabase({ dataDir: env.DATA_DIR, log, settings });
    return { url: embedded.url, embedded };
  } catch (error) {
    if (error instanceof DataFolderHeldError) throw new StartError('held', error.message);
    if (error instanceof UnusableDatabaseError) throw new StartError('database', error.message);
    throw new StartError('database', `the embedded database does not start: ${(error as Error).message}`);
  }
}

async function prepareDatabase(url: string, env: Env, log: Logger): Promise<void> {
  try {
    await migrateDatabase(url, { log, ...(url !== env.DATABASE_URL && { pooledUrl: env.DATABASE_URL }) });
    await checkConnections(url, env, log);
    // Web processes add jobs, whether or not a worker has run here yet.
    await runMigrations({ connectionString: url });
  } catch (error) {
    if (error instanceof UnusableDatabaseError) throw new StartError('database', error.message);
    const { hostname, port } = new URL(url);
    const place = `${hostname}:${port || 5432}`;
    if (isRefusal(error)) {
      const reason = (error as Error).message;
      throw new StartError('database', `the database at ${place} refuses: ${reason} (DATABASE_URL)`);
    }
    if (!isUnreachable(error)) throw error;
    throw new StartError('database', `no database answers at ${place} (DATABASE_URL)`);
  }
}

async function serveWeb(
  env: Env,
  { db }: Database,
  probe: Probe,
  storage: Storage,
  secret: string,
  log: Logger,
): Promise<HttpServer> {
  exportForNext(env, secret);
  const signer = new JwtSigner(secret);
  const cipher = new SecretCipher(secret);
  const contexts = contextFactory({
    db,
    env,
    log,
    signer,
    cipher,
    storage,
    secret,
    slots: openSlots(env.DATABASE_POOL),
  });
  const secure = env.PUBLIC_URL.startsWith('https:');
  const runtime = {
    env,
    log,
    db,
    signer,
    cipher,
    storage,
    nextAuth: (device: DeviceCookie) => nextAuthOptions({ db, signer, cipher, secret, secure }, device),
    deviceCookieName: deviceCookieName(secure),
    viewerOf: masked(log, contexts.viewerOf),
    resetLinkState: masked(log, (token: string) => resetLinkState(db, token)),
    readInvitation: masked(log, (token: string) => readInvitation(db, token)),
  };
  setRuntime(runtime);
  const pages = await openPages(env);
  const rest = {
    limiter: new RequestLimiter(db),
    requestLog: new RequestLog(db, log),
    corsOrigins: env.CORS_ORIGINS,
    dataDir: env.DATA_DIR,
  };
  const images = new ProductImages(db, storage, { allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK });
  const http = createHttpServer({
    runtime,
    contexts,
    rest,
    abuse: new AbuseLimiter(),
    checkDatabase: () => probe.check(),
    images,
    pages,
  });
  await new Promise<void>((resolve, reject) => {
    http.server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? new StartError('port', `port ${env.PORT} is in use (PORT)`) : error,
      );
    });
    http.server.listen(env.PORT, resolve);
  });
  return {
    ...http,
    async drain(limitMs) {
      await http.drain(limitMs);
      await rest.requestLog.flush();
    },
  };
}

/** Next prints whatever a page throws: it gets the failure that a caller may see, and the log the whole. */
function masked<A extends unknown[], R>(log: Logger, work: (...args: A) => Promise<R>) {
  return (...args: A): Promise<R> =>
    work(...args).catch((error: unknown) => {
      const failure = toAppError(error);
      if (failure !== error) log.error({ err: error }, 'a page failed');
      throw failure;
    });
}

/** Web processes that share the port; one that dies is replaced. */
function forkWebs(cluster: Cluster, env: Env, url: string, secret: string): () => Promise<void> {
  let stopping = false;
  const settings = {
    ROLE: 'web',
    WEB_CONCURRENCY: '1',
    DATABASE_URL: url,
    DATABASE_POOL: String(env.DATABASE_POOL),
    AUTH_SECRET: secret,
    PUBLIC_URL: env.PUBLIC_URL,
    WEBHOOK_ALLOW_LOOPBACK: env.WEBHOOK_ALLOW_LOOPBACK ? '1' : '0',
  };
  const fork = () => {
    cluster.fork(settings).once('exit', () => {
      if (!stopping) setTimeout(fork, 500);
    });
  };
  for (let i = 0; i < env.WEB_CONCURRENCY; i++) fork();
  return async () => {
    stopping = true;
    const webs = Object.values(cluster.workers ?? {}).filter((web) => web !== undefined);
    await Promise.all(
      webs.map((web) => {
        const ended = new Promise<void>((resolve) => web.once('exit', () => resolve()));
        web.process.kill('SIGTERM');
        return ended;
      }),
    );
  };
}

/** Stops in the reverse order of the start: requests drain, jobs end, then the database goes. */
function stopOnce(stops: Array<() => Promise<void>>, log: Logger): () => Promise<void> {
  let stopped: Promise<void> | null = null;
  return () => {
    stopped ??= (async () => {
      for (const stop of stops.reverse()) {
        await stop().catch((error) => log.error({ err: error }, 'a part did not stop cleanly'));
      }
    })();
    return stopped;
  };
}

function readyLine(env: Env, isDemo: boolean): string {
  if (env.ROLE === 'worker') return 'Tallyleaf worker is running';
  const demo = isDemo
    ? ' · sign in as retailer@demo.test, wholesaler@demo.test or cultivator@demo.test with demo-password-2026'
    : '';
  return `Tallyleaf is at ${env.PUBLIC_URL}${demo}`;
}
