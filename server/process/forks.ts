import type { Cluster, Worker } from 'node:cluster';
import { backupVariables } from '../kernel/backup-variables';
import type { Env } from '../kernel/env';
import type { SignUpMode } from '../kernel/sign-up';
import { REPLACED, ReportedError } from '../kernel/start-error';

const REPLACE_MS = 500;
/** Backups are the parent's. With them, a fork would reject BACKUP_WAL beside the DATABASE_URL that it gets, and hold the key. */
const NO_BACKUPS = Object.fromEntries(Object.keys(backupVariables).map((name) => [name, '']));
/** Message that a fork sends once it serves. */
export const SERVING = 'serving';

/** Web processes that share the port; one that dies is replaced. */
export class Forks {
  readonly #settings: Record<string, string>;
  #stopping = false;

  constructor(
    private readonly cluster: Cluster,
    private readonly env: Env,
    { url, replicaUrl, signUp }: { url: string; replicaUrl: string | undefined; signUp: SignUpMode },
    secret: string,
    /** Called when one ends because the schema has moved beyond this version. */
    private readonly whenReplaced: () => void,
  ) {
    // With DATABASE_URL set, a fork's defaults would differ from its parent's.
    this.#settings = {
      ...NO_BACKUPS,
      ROLE: 'web',
      WEB_CONCURRENCY: '1',
      DATABASE_URL: url,
      SIGN_UP: signUp,
      ...(replicaUrl && { DATABASE_REPLICA_URL: replicaUrl }),
      AUTH_SECRET: secret,
      PUBLIC_URL: env.PUBLIC_URL,
      HOST: env.HOST.join(','),
      LAME_DUCK_SECONDS: String(env.LAME_DUCK_SECONDS),
      DATABASE_POOL: String(env.DATABASE_POOL),
    };
  }

  /**
   * Resolves once all serve. The others start after the first, so that a common failure is reported once.
   * @throws ReportedError when the first ends before it serves; it has already printed the reason
   */
  async start(): Promise<void> {
    const first = this.cluster.fork(this.#settings);
    await untilServing(first);
    this.#replaceWhenDead(first);
    const others = Array.from({ length: this.env.WEB_CONCURRENCY - 1 }, () => this.#fork());
    await Promise.allSettled(others.map(untilServing));
  }

  /** Passes a signal on and waits until all have ended. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.#stopping = true;
    await Promise.all(
      this.#living().map((web) => {
        const ended = new Promise<void>((resolve) => web.once('exit', () => resolve()));
        web.process.kill(signal);
        return ended;
      }),
    );
  }

  kill(): void {
    this.#stopping = true;
    for (const web of this.#living()) web.process.kill('SIGKILL');
  }

  #fork(): Worker {
    const web = this.cluster.fork(this.#settings);
    this.#replaceWhenDead(web);
    return web;
  }

  #replaceWhenDead(web: Worker): void {
    web.once('exit', (code) => {
      if (code === REPLACED) this.whenReplaced();
      else setTimeout(() => this.#stopping || this.#fork(), REPLACE_MS);
    });
  }

  #living(): Worker[] {
    return Object.values(this.cluster.workers ?? {}).filter((web) => web !== undefined);
  }
}

function untilServing(web: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    web.once('exit', (code) => reject(new ReportedError(code || 1)));
    web.on('message', (message) => {
      if (message === SERVING) resolve();
    });
  });
}
