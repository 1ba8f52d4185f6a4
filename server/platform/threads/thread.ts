import { type TransferListItem, Worker } from 'node:worker_threads';
import { type Birth, cpuOf, isBirth } from './cpu-time';

/** What a program may take. The machine's other work never waits for more than this. */
export interface ThreadLimits {
  /** Until the response to each question; the first includes the start of the thread. */
  ms: number;
  /** Processor time of the thread, its start included. Where the system doesn't count it, `ms` alone counts. */
  cpuMs?: number;
  /** For what the engine allocates. Buffers aren't counted: a program that inflates counts them itself (pdf/confined.ts). */
  memoryMb: number;
}

/** The thread has ended instead of responding. */
export class ThreadEnded extends Error {
  constructor(
    /** `late` where the machine gave it too little processor time to use up its own. */
    readonly reason: 'time' | 'late' | 'memory' | 'error',
    cause?: unknown,
  ) {
    super(`The thread ended: ${reason}`, { cause });
  }
}

/** How often the processor time of a thread is looked up: what it may take beyond its limit. */
const LOOK_MS = 200;
const YOUNG_MB = 32;
const STACK_MB = 4;

/**
 * The program of a thread: its source, or what the build made of it (`scripts/build.mjs`), which is beside the server's.
 * @param from `import.meta.url` of the caller
 */
export function programOf(from: string, source: string, built: string): URL {
  return new URL(from.endsWith('.ts') ? source : built, from);
}

/**
 * A thread that works on what strangers sent: no request waits for it, and it ends when it takes more time or memory than
 * it may. Its program calls `serve` (serve.ts). It has no environment and loads no native modules.
 */
export class Thread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  #failure: ThreadEnded | undefined;
  #birth: Birth | undefined;
  #settle: ((outcome: ThreadEnded | { response: unknown }) => void) | undefined;

  constructor(program: URL, limits: ThreadLimits) {
    this.#limits = limits;
    // From the sources, tsx has to be registered in the thread first.
    const fromSources = program.pathname.endsWith('.ts');
    const registered = `import('tsx/esm/api').then(({ register }) => { register(); return import('${program}'); })`;
    this.#worker = new Worker(fromSources ? registered : program, {
      eval: fromSources,
      resourceLimits: {
        maxOldGenerationSizeMb: limits.memoryMb,
        maxYoungGenerationSizeMb: YOUNG_MB,
        stackSizeMb: STACK_MB,
      },
      // pdf.js would load a native canvas, which reading text has no use for.
      execArgv: ['--no-addons'],
      env: {},
      stdout: true,
      stderr: true,
    });
    this.#worker.on('message', (response) => {
      if (isBirth(response)) this.#birth = response;
      else this.#settle?.({ response });
    });
    this.#worker.on('error', (error) => {
      const { code } = error as NodeJS.ErrnoException;
      this.#fail(new ThreadEnded(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'error', error));
    });
    this.#worker.on('exit', () => this.#fail(new ThreadEnded('error')));
  }

  /**
   * Sends a question and waits for its response; one at a time.
   * @param transfer buffers that are moved instead of copied
   * @throws ThreadEnded
   */
  async ask(question: unknown, transfer: readonly TransferListItem[] = []): Promise<unknown> {
    if (this.#failure) throw this.#failure;
    // A thread that waits for questions doesn't keep its process from ending.
    this.#worker.ref();
    const { ms, cpuMs } = this.#limits;
    const limit = setTimeout(() => {
      this.#fail(new ThreadEnded(cpuMs !== undefined && this.#birth ? 'late' : 'time'));
    }, ms);
    const looks = cpuMs === undefined ? undefined : setInterval(() => this.#look(cpuMs), LOOK_MS);
    const outcome = await new Promise<ThreadEnded | { response: unknown }>((resolve) => {
      this.#settle = resolve;
      this.#worker.postMessage(question, transfer);
    });
    clearTimeout(limit);
    clearInterval(looks);
    this.#worker.unref();
    this.#settle = undefined;
    if (!(outcome instanceof ThreadEnded)) return outcome.response;
    // Only once the thread is gone: one that hangs keeps a core until then.
    await this.end();
    throw outcome;
  }

  async end(): Promise<void> {
    this.#failure ??= new ThreadEnded('error');
    await this.#worker.terminate();
  }

  #look(cpuMs: number): void {
    const taken = this.#birth && cpuOf(this.#birth);
    if (taken !== undefined && taken > cpuMs) this.#fail(new ThreadEnded('time'));
  }

  #fail(failure: ThreadEnded): void {
    this.#failure ??= failure;
    this.#settle?.(this.#failure);
  }
}

/** Asks one question of a thread of its own. @throws ThreadEnded */
export async function runInThread(
  program: URL,
  limits: ThreadLimits,
  question: unknown,
  transfer: readonly TransferListItem[] = [],
): Promise<unknown> {
  const thread = new Thread(program, limits);
  try {
    return await thread.ask(question, transfer);
  } finally {
    await thread.end();
  }
}
