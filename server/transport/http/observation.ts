import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Actor } from '../../kernel/actor';
import { count, observe } from '../../platform/metrics/metrics';
import { openRoot, type Scope } from '../../platform/tracing/trace';
import { loggablePath } from './request';

/** What balancers ask all day, and files of the pages. */
const UNTRACED = /^\/(?:healthz|readyz|_next\/static\/)/;

/** Watches a request until the end of its response: its line in the log, its metrics and its trace. */
export class Observation {
  /** The operation's name, or the kind of address; never a raw path, which has no bound. */
  label = 'other';
  /** Names of the operations of one request, where there may be several. */
  calls: readonly string[] = [];
  #actor: Actor | null = null;
  readonly #started = process.hrtime.bigint();
  readonly #trace: Scope | null;

  /** @param req whose headers of a trace are those of a trusted proxy */
  constructor(
    private readonly req: IncomingMessage,
    private readonly res: ServerResponse,
    private readonly id: string,
    private readonly log: Logger,
  ) {
    const { method = '', url = '' } = req;
    this.#trace = UNTRACED.test(url)
      ? null
      : openRoot(method, { kind: 'server', parent: String(req.headers.traceparent) });
    if (this.#trace) res.setHeader('traceparent', this.#trace.traceparent);
    res.once('close', () => this.#end());
  }

  get traceparent(): string | undefined {
    return this.#trace?.traceparent;
  }

  note(actor: Actor | null): void {
    this.#actor = actor;
  }

  run<T>(work: () => T): T {
    return this.#trace ? this.#trace.run(work) : work();
  }

  #end(): void {
    const seconds = Number(process.hrtime.bigint() - this.#started) / 1e9;
    const { method = '', url } = this.req;
    const { statusCode: status } = this.res;
    observe('requestSeconds', { operation: this.label, status: String(status) }, seconds);
    count('requests', { status: String(status) });
    this.log.info(
      {
        requestId: this.id,
        method,
        path: loggablePath(url),
        operation: this.calls.length > 0 ? this.calls.join(',') : this.label,
        entityId: this.#actor?.entity.id,
        userId: this.#actor?.userId,
        keyId: this.#actor?.key?.id,
        status,
        ms: Math.round(seconds * 1e3),
        traceId: this.#trace?.traceId,
      },
      'request',
    );
    if (!this.#trace) return;
    const attributes = { 'http.request.method': method, 'http.response.status_code': status };
    const failure = status >= 500 ? { type: String(status), isOurs: true } : null;
    this.#trace.note({ ...attributes, 'tallyleaf.request_id': this.id }, failure);
    this.#trace.end(`${method} ${this.label}`);
  }
}
