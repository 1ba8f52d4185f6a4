import { setTimeout as delay } from 'node:timers/promises';
import type { Context, Attributes as OtelAttributes, Span } from '@opentelemetry/api';
import type { Sampler, SamplingDecision, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { TracePlace } from '../../kernel/traceparent';
import type { TracingEnv } from '../../kernel/tracing-env';
import type { Attributes, Kind, Recorded, Tracer } from './trace';

/** A collector that hangs doesn't hold up a stop for longer. */
const STOP_MS = 2_000;
/** Traces that a process begins in a second, and in its first one: more would cost more than one part in twenty. */
const TRACES = { each: 25, first: 100 };
/** Between two log lines about spans that could not be sent. */
const QUIET_MS = 60_000;

interface Options {
  env: TracingEnv;
  log: Logger;
  /** Of the program. */
  version: string;
  role: string;
}

/**
 * Opens OpenTelemetry's SDK, which is loaded here and nowhere else. It is registered nowhere: Next would record addresses
 * with what people search for. Spans wait in a bounded queue (`OTEL_BSP_*`) and are dropped when it is full.
 */
export async function openOtlp({ env, log, version, role }: Options): Promise<{
  tracer: Tracer;
  /** Sends what waits, for two seconds at most. */
  stop(): Promise<void>;
}> {
  const [
    { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace },
    sdk,
    resources,
    { OTLPTraceExporter },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    env.isJson
      ? import('@opentelemetry/exporter-trace-otlp-http')
      : import('@opentelemetry/exporter-trace-otlp-proto'),
  ]);
  const own = { 'service.name': 'tallyleaf', 'service.version': version, 'tallyleaf.role': role };
  const resource = resources
    .resourceFromAttributes({ ...own, 'process.pid': process.pid })
    .merge(resources.detectResources({ detectors: [resources.envDetector, resources.hostDetector] }));
  const exporter = reporting(new OTLPTraceExporter(), log);
  const provider = new sdk.BasicTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
    ...(!env.hasSampler && { sampler: new sdk.ParentBasedSampler({ root: limited(sdk.SamplingDecision) }) }),
  });
  const spans = provider.getTracer('tallyleaf', version);
  const kinds: Record<Kind, number> = {
    internal: SpanKind.INTERNAL,
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
    consumer: SpanKind.CONSUMER,
  };
  const contextOf = ({ traceId, spanId, isSampled }: TracePlace) => ({
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });
  const recorded = (span: Span): Recorded => {
    const { traceId, spanId, traceFlags } = span.spanContext();
    let below: Context | undefined;
    return {
      place: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
      isRecording: span.isRecording(),
      // Most spans have none below them.
      get below() {
        below ??= trace.setSpan(ROOT_CONTEXT, span);
        return below;
      },
      end(failure, name, attributes) {
        if (name !== undefined) span.updateName(name);
        if (attributes) span.setAttributes(attributes);
        if (failure) {
          span.setAttribute('error.type', failure.type);
          if (failure.isOurs) span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };
  const optionsOf = (kind: Kind, attributes: Attributes | undefined) => ({
    kind: kinds[kind],
    ...(attributes && { attributes: attributes as OtelAttributes }),
  });
  return {
    tracer: {
      startBelow: (below, name, kind, attributes) =>
        recorded(spans.startSpan(name, optionsOf(kind, attributes), below as Context)),
      startRoot(name, kind, attributes, parent, links) {
        const above = parent ? trace.setSpanContext(ROOT_CONTEXT, contextOf(parent)) : ROOT_CONTEXT;
        const linked = links.map((place) => ({ context: contextOf(place) }));
        return recorded(spans.startSpan(name, { ...optionsOf(kind, attributes), links: linked }, above));
      },
    },
    async stop() {
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, delay(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** Samples every trace until there are too many. */
function limited({ NOT_RECORD, RECORD_AND_SAMPLED }: typeof SamplingDecision): Sampler {
  let left = TRACES.first;
  let filled = performance.now();
  return {
    shouldSample() {
      const now = performance.now();
      left = Math.min(TRACES.first, left + ((now - filled) / 1000) * TRACES.each);
      filled = now;
      if (left < 1) return { decision: NOT_RECORD };
      left -= 1;
      return { decision: RECORD_AND_SAMPLED };
    },
    toString: () => `at most ${TRACES.each} a second`,
  };
}

/** Says once a minute that spans can't be sent. */
function reporting(exporter: SpanExporter, log: Logger): SpanExporter {
  let said = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - said > QUIET_MS) {
          said = performance.now();
          log.warn({ err: result.error, spans: spans.length }, 'traces could not be sent');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
