import type { Cluster } from 'node:cluster';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { Logger } from 'pino';
import { JwtSigner } from '../features/auth/tokens';
import { issueSetupLink, LINK_HOURS } from '../features/entities/setup/service';
import { hostsIn } from '../features/integrations/hosts';
import { openRecorder } from '../features/webhooks/record';
import { openSender } from '../features/webhooks/send';
import { ENV_NAMES, type Env, EnvError, givenVariables, namesInUnit } from '../kernel/env';
import { unknownNames } from '../kernel/misspelled';
import { REPLACED, StartError } from '../kernel/start-error';
import { isForOwn, tierOfOwn } from '../kernel/tiers';
import type { TracingEnv } from '../kernel/tracing-env';
import { oldestBase } from '../platform/backup/place';
import { archiveOf } from '../platform/backup/wal/setup';
import { applicationAddresses, replicaAddress } from '../platform/db/application-role';
import { type Database, isConnectionRejected, isUnreachable, openDatabase } from '../platform/db/client';
import { ADMISSION, checkConnections, connectionsNeeded } from '../platform/db/connections';
import { ownVersion } from '../platform/db/lineage';
import { migrateDatabase } from '../platform/db/migrate';
import { Probe } from '../platform/db/probe';
import { Replica } from '../platform/db/replica';
import { SchemaWatch } from '../platform/db/schema-watch';
import { readSilence } from '../platform/db/settings';
import { UnusableDatabaseError } from '../platform/db/unusable';
import {
  DataFolderHeldError,
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../platform/embedded-postgres/start';
import { logForeignLines } from '../platform/foreign-lines';
import { openLog } from '../platform/log';
import { openMailer } from '../platform/mail/mailer';
import { count } from '../platform/metrics/metrics';
import { enqueue } from '../platform/outbox/enqueue';
import { authSecrets } from '../platform/secrets/auth-secret';
import { checkSecret } from '../platform/secrets/check';
import { SecretCipher } from '../platform/secrets/cipher';
import { openStorage } from '../platform/storage/storage';
import { openOtlp } from '../platform/tracing/otlp';
import { startTracing } from '../platform/tracing/trace';
import { VERSION } from '../platform/version';
import { reachesOthers } from '../transport/http/listen';
import { serveHealth, serveMetrics } from '../transport/http/operator-server';
import { checkPorts } from '../transport/http/ports';
import { connectReactions } from '../transport/reactions';
import { StateOfDatabase } from '../transport/watch/state';
import { SEALED } from '../transport/worker/tasks';
import { startWorker } from '../transport/worker/worker';
import { commandRunner } from './command-runner';
import { demoPasswordWorks, prepareDemo } from './demo/prepare';
import { findDemoSignIn } from './demo/sign-in';
import { Forks, SERVING } from './forks';
import { type Stop, stopOnce, stopOnSignals } from './stops';
import { sayStrandedPasskeys } from './stranded-passkeys';
import { serveWeb } from './web';

/**
 * Runs the process: database, migrations, worker, web. Resolves once it serves; it ends on SIGTERM or SIGINT after the
 * requests and jobs in flight, and immediately on a second signal.
 * @throws StartError, EnvError, ReportedError
 */
export async function runProcess(env: Env, cluster: Cluster): Promise<void> {
  connectReactions();
  const log = openLog(env.LOG_LEVEL, undefined, env.tracing !== null);
  if (env.NODE_ENV !== 'development') logForeignLines(log);
  const stops: Stop[] = [];
  const hardStops: Array<() => unknown> = [];
  const stop = stopOnce(stops, log);
  stopOnSignals(stop, cluster.isWorker ? null : hardStops);
  let stopJobs = async () => {};
  const watch = new SchemaWatch((line) => {
    // A fork's parent says so for all.
    if (!cluster.isWorker) process.stderr.write(`tallyleaf: ${line}\n`);
    void stopJobs();
    void stop('SIGTERM').then(() => process.exit(REPLACED));
  });
  stops.push(async () => watch.stop());
  try {
    if (!cluster.isWorker) await checkPorts(env);
    if (env.tracing) stops.push(await traceWith(env.tracing, env.ROLE, log));
    const { url: ownerUrl, embedded } = await openAddress(env, log);
    if (embedded) {
      stops.push(() => embedded.stop());
      hardStops.push(() => embedded.stop());
    }
    const secrets = await authSecrets(env);
    const owner = { url: ownerUrl, direct: env.DATABASE_DIRECT_URL ?? ownerUrl };
    if (!cluster.isWorker) await prepareDatabase(owner.direct, env, log);
    // A fork gets its parent's address.
    const { url, direct } = cluster.isWorker ? owner : await applicationAddresses(owner, log);
    const replicaUrl = env.DATABASE_REPLICA_URL && replicaAddress(env.DATABASE_REPLICA_URL, owner.url, url);
    const silence = await readSilence(url, env.DATABASE_PREPARE);
    const open = (pool: number, other?: { url: string; isReplica: true }) =>
      openDatabase({ url, pool, prepare: env.DATABASE_PREPARE, silence, ...other });
    const database = open(env.DATABASE_POOL);
    stops.push(() => database.close());
    watch.start(database.db);
    const storage = await openStorage(env);
    let hint = '';
    let isDemo = cluster.isWorker && !env.SMTP_URL && (await demoPasswordWorks(database.db));
    if (!cluster.isWorker) {
      const cipher = new SecretCipher(secrets.current, secrets.previous);
      await checkSecret(database.db, cipher, SEALED);
      await sayStrandedPasskeys(database.db, env.PUBLIC_URL);
      await embedded?.noteSchema();
      hint = await prepareDemo(env, { db: database.db, storage, cipher, log, embeddedUrl: embedded?.url });
      isDemo = hint !== '';
      hint ||= await offerSetup(env, database.db);
      const forks = env.ROLE !== 'worker' && env.WEB_CONCURRENCY > 1;
      stops.push(await serveMetrics(env, new StateOfDatabase(database.db), forks));
    }

    const demo = isDemo ? await findDemoSignIn(env, database.db) : null;
    // Visitors who may use the published accounts may as well make one (decision 134).
    const signUp = env.SIGN_UP ?? (isDemo && !reachesOthers(env.HOST) ? 'open' : 'off');
    if (!cluster.isWorker) {
      for (const one of unknownNames(Object.keys(givenVariables()), namesInUnit(), ENV_NAMES)) {
        log.warn(one, `a variable is not known${one.meant ? ': its name may be misspelled' : ''}`);
      }
    }
    for (const [vendor, origin] of Object.entries(hostsIn(env))) {
      log.warn({ vendor, origin }, 'a vendor is replaced by another server');
    }
    if (env.ROLE !== 'web') {
      const outgoing = { allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK };
      const sender = openSender(outgoing);
      const context = {
        db: database.db,
        log,
        mailer: openMailer(env, log),
        cipher: new SecretCipher(secrets.current, secrets.previous),
        signer: new JwtSigner(secrets.current, secrets.previous),
        storage,
        dataDir: env.DATA_DIR,
        publicUrl: env.PUBLIC_URL,
        sender,
        outgoing,
        vendorHosts: hostsIn(env),
        metrcKeys: env.METRC_VENDOR_KEYS,
        recorder: openRecorder(database.db),
        oldestBase: () => oldestBase(env),
        runCommand: commandRunner(log),
      };
      const worker = await startWorker({ url: direct, silence, log, backups: env.BACKUP_SCHEDULE, context });
      // Until then, nothing can be restored to a moment; an earlier start may have ended before it made one.
      const isWithoutBase = env.BACKUP_WAL && (await oldestBase(env)) === undefined;
      if (embedded && (embedded.needsBase || isWithoutBase))
        await enqueue(database.db, 'take_backup', {}, { key: 'first_base', maxAttempts: 2 });
      stopJobs = () => worker.stop();
      stops.push(async () => {
        await worker.stop();
        sender.close();
      });
      if (env.ROLE === 'worker') {
        await serveWorkerHealth(env, stops, () => open(1), { watch, db: database.db });
      }
    }
    if (env.ROLE !== 'worker' && env.WEB_CONCURRENCY > 1 && !cluster.isWorker) {
      const webs = new Forks(cluster, env, { url, replicaUrl, signUp }, secrets.current, () => watch.check());
      stops.push((signal) => webs.stop(signal));
      hardStops.push(() => webs.kill());
      await webs.start();
    } else if (env.ROLE !== 'worker') {
      const probe = new Probe(
        () => open(1),
        (generation) => watch.note(generation),
      );
      stops.push(() => probe.close());
      const admission = open(ADMISSION);
      stops.push(() => admission.close());
      const replica = replicaUrl
        ? new Replica({
            open: (pool = env.DATABASE_POOL) => open(pool, { url: replicaUrl, isReplica: true }),
            primary: admission.db,
            log,
            observe: (outcome) => count('replicaReads', { outcome }),
          })
        : null;
      if (replica) stops.push(() => replica.close());
      const parts = { database, admission, probe, replica, storage, secrets, signUp, log, watch };
      stops.push(await serveWeb(env, { ...parts, isMailOff: !env.SMTP_URL && !isDemo, demo }));
    }
    if (cluster.isWorker) process.send?.(SERVING);
    else {
      process.stdout.write(`${readyLine(env)}${hint}\n`);
      if (!env.SMTP_URL && !isDemo) sayMailIsOff(env);
    }
  } catch (error) {
    await stop('SIGINT');
    throw error;
  }
}

async function traceWith(tracing: TracingEnv, role: string, log: Logger): Promise<Stop> {
  const { tracer, stop } = await openOtlp({ env: tracing, log, version: ownVersion(), role });
  startTracing(tracer);
  return stop;
}

/** Until its last job has ended, a worker that stops is alive and not ready. */
async function serveWorkerHealth(
  env: Env,
  stops: Stop[],
  openProbe: () => Database,
  { watch, db }: { watch: SchemaWatch; db: Database['db'] },
): Promise<void> {
  const { HEALTH_PORT: port, METRICS_HOST: host } = env;
  if (port === undefined) return;
  const probe = new Probe(openProbe, (generation) => watch.note(generation));
  const health = await serveHealth(port, host, () => probe.check(), new StateOfDatabase(db));
  // Stops run in the reverse order: what is put first ends last.
  stops.unshift(
    () => probe.close(),
    () => health.close(),
  );
  stops.push(async () => health.drain());
}

async function openAddress(
  env: Env,
  log: Logger,
): Promise<{ url: string; embedded: EmbeddedDatabase | null }> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, embedded: null };
  const settings = { max_connections: String(Math.max(100, connectionsNeeded(env))) };
  try {
    const embedded = await startEmbeddedDatabase({
      ...{ dataDir: env.DATA_DIR, log, settings },
      archive: archiveOf(env),
    });
    return { url: embedded.url, embedded };
  } catch (error) {
    if (error instanceof EnvError) throw error;
    if (error instanceof DataFolderHeldError) throw new StartError('held', error.message);
    if (error instanceof UnusableDatabaseError) throw new StartError('database', error.message);
    throw new StartError('database', `the embedded database does not start: ${(error as Error).message}`);
  }
}

async function prepareDatabase(url: string, env: Env, log: Logger): Promise<void> {
  try {
    const say = (line: string) => process.stderr.write(`tallyleaf: ${line}\n`);
    await migrateDatabase(url, {
      log,
      say,
      isForOwn: isForOwn(env),
      ...(url !== env.DATABASE_URL && { pooledUrl: env.DATABASE_URL }),
    });
    await checkConnections(url, env, log);
    // Web processes add jobs, even before any worker has run here.
    await runMigrations({ connectionString: url });
  } catch (error) {
    if (error instanceof UnusableDatabaseError) throw new StartError('database', error.message);
    const { hostname, port } = new URL(url);
    const place = `${hostname}:${port || 5432}`;
    if (isConnectionRejected(error)) {
      const reason = (error as Error).message;
      throw new StartError(
        'database',
        `the database at ${place} rejects the connection: ${reason} (DATABASE_URL)`,
      );
    }
    if (!isUnreachable(error)) throw error;
    throw new StartError('database', `no database responds at ${place} (DATABASE_URL)`);
  }
}

/** @returns text for the start line: the link to create the first owner, with DEMO=0 and while there is none */
async function offerSetup(env: Env, db: Database['db']): Promise<string> {
  if (env.DEMO !== false || env.ROLE === 'worker') return '';
  const token = await issueSetupLink(db, tierOfOwn(env));
  if (token === null) return '';
  return ` · create the first owner at ${env.PUBLIC_URL}/setup/${token} (works once, for ${LINK_HOURS} hours)`;
}

/** Not in the demo, whose people need no mail. */
function sayMailIsOff(env: Env): void {
  const why = env.ROLE === 'web' ? 'and forms say so; give web processes the SMTP_URL of the workers' : '';
  process.stderr.write(
    `tallyleaf: mail is off, because SMTP_URL is not set: password resets, invitations and notices are kept in ` +
      `${join(env.DATA_DIR, 'mail')}${why && `, ${why}`}\n`,
  );
}

function readyLine(env: Env): string {
  if (env.ROLE === 'worker') return `Tallyleaf worker is running, version ${VERSION}`;
  return `Tallyleaf is at ${env.PUBLIC_URL} (version ${VERSION})`;
}
