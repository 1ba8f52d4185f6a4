import { AsyncLocalStorage } from 'node:async_hooks';
import { isAppError } from '../../kernel/errors';
import { readTraceparent, type TracePlace, writeTraceparent } from '../../kernel/traceparent';
import { summaryOf } from './statement-text';

/** What a span may say: names, methods, counts. Never what a person wrote, nor a parameter of a statement (decision 445). */
export type Attributes = Record<string, string | number | boolean>;

export type Kind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanOptions {
  kind?: Kind;
  attributes?: Attributes;
}

export interface RootOptions extends SpanOptions {
  /** The `traceparent` of the span above it, in another process; a new trace without one. */
  parent?: string | null | undefined;
  /** The `traceparent` of spans that led to it. */
  links?: ReadonlyArray<string | null | undefined>;
}

/** A span of OpenTelemetry's SDK, and what its children are started below. */
export interface Recorded {
  place: TracePlace;
  /** False for one that sampling left out, with all below it. */
  isRecording: boolean;
  below: unknown;
  end(failure: Failure | null, name: string | undefined, attributes: Attributes | undefined): void;
}

export interface Failure {
  /** An error code. */
  type: string;
  /** False for what the caller did wrong. */
  isOurs: boolean;
}

/** What records spans; `otlp.ts` has the one that sends them. */
export interface Tracer {
  /** @param below of a span of this process */
  startBelow(below: unknown, name: string, kind: Kind, attributes: Attributes | undefined): Recorded;
  /** @param parent a span of another process; null begins a trace */
  startRoot(
    name: string,
    kind: Kind,
    attributes: Attributes | undefined,
    parent: TracePlace | null,
    links: readonly TracePlace[],
  ): Recorded;
}

/** Spans that one request or job may have: a long import doesn't push everybody else's out of the queue. */
const SPANS = 300;
const MAX_LINKS = 64;

let tracer: Tracer | null = null;
const current = new AsyncLocalStorage<Scope>();

/** Starts recording; until then, and without it, everything here costs one comparison. */
export function startTracing(by: Tracer | null): void {
  tracer = by;
}

/** A span that is under way. */
export class Scope {
  #attributes: Attributes | undefined;
  #failure: Failure | null = null;

  constructor(
    readonly recorded: Recorded,
    /** Of its root, which no span outlives. */
    readonly spans: { left: number },
    private readonly isRoot: boolean,
  ) {}

  get traceId(): string {
    return this.recorded.place.traceId;
  }

  /** The header that leads to this span. */
  get traceparent(): string {
    return writeTraceparent(this.recorded.place);
  }

  /** Runs work whose spans are below this one. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** Adds what is known before its end. */
  note(attributes: Attributes, failure: Failure | null = this.#failure): void {
    this.#attributes = { ...this.#attributes, ...attributes };
    this.#failure = failure;
  }

  /** @param name replaces the one that it began with */
  end(name?: string): void {
    if (this.isRoot) this.spans.left = 0;
    this.recorded.end(this.#failure, name, this.#attributes);
  }
}

/** Begins what a request, a job or a delivery does. @returns null while nothing is traced */
export function openRoot(name: string, options: RootOptions = {}): Scope | null {
  if (tracer === null) return null;
  const { kind = 'internal', attributes, parent, links = [] } = options;
  const linked = links.slice(0, MAX_LINKS).flatMap((link) => readTraceparent(link) ?? []);
  const recorded = tracer.startRoot(name, kind, attributes, readTraceparent(parent), linked);
  return new Scope(recorded, { left: recorded.isRecording ? SPANS : 0 }, true);
}

/** Runs work below a new root. @param work gets the root; null while nothing is traced */
export async function inRoot<T>(
  name: string,
  options: RootOptions,
  work: (scope: Scope | null) => Promise<T>,
): Promise<T> {
  const scope = openRoot(name, options);
  return scope === null ? work(null) : ended(scope, () => work(scope));
}

/** Runs work in a span below the current one. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work();
  const scope = openBelow(name, options);
  return scope === null ? work() : ended(scope, work);
}

function openBelow(name: string, { kind = 'internal', attributes }: SpanOptions): Scope | null {
  const parent = current.getStore();
  if (tracer === null || parent === undefined || parent.spans.left === 0) return null;
  parent.spans.left -= 1;
  const recorded = tracer.startBelow(parent.recorded.below, name, kind, attributes);
  return new Scope(recorded, parent.spans, false);
}

async function ended<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  try {
    const result = await scope.run(work);
    scope.end();
    return result;
  } catch (error) {
    scope.note({}, failureOf(error));
    scope.end();
    throw error;
  }
}

/** Traces a statement until its response, without sending it: only a handler of its own does that. */
export function traceStatement(text: string, sent: Promise<unknown>): void {
  if (tracer === null) return;
  const { name, attributes } = summaryOf(text);
  const scope = openBelow(name, { kind: 'client', attributes });
  if (scope === null) return;
  Promise.prototype.then.call(
    sent,
    () => scope.end(),
    (error) => {
      scope.note({}, failureOf(error));
      scope.end();
    },
  );
}

/** The place of what is under way here; undefined while nothing is traced. */
export function currentScope(): Scope | undefined {
  return tracer === null ? undefined : current.getStore();
}

/** Runs work that several callers share as one of them. @param scope of the first, by `currentScope` */
export function inScope<T>(scope: Scope | undefined, work: () => T): T {
  return tracer === null ? work() : current.run(scope as Scope, work);
}

/** The header that leads to what is under way here; null while nothing is traced. */
export const currentTraceparent = (): string | null => currentScope()?.traceparent ?? null;

/** Only codes: a message may repeat a value. */
export function failureOf(error: unknown): Failure {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (isAppError(e)) return { type: e.code, isOurs: e.status >= 500 };
    const { code } = e as { code?: unknown };
    if (typeof code === 'string' && !(e.cause instanceof Error)) return { type: code, isOurs: true };
  }
  return { type: error instanceof Error ? error.name : 'unknown', isOurs: true };
}
