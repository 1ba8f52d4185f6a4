import { openReceiver, type Receiver } from './receiver';

/** A span as OTLP's JSON has it. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 2 is of a server, 3 of a client. */
  kind: number;
  attributes: ReadonlyArray<{ key: string; value: Record<string, unknown> }>;
  links: ReadonlyArray<{ traceId: string; spanId: string }>;
  /** The role of the process that sent it. */
  role: string;
}

interface Sent {
  resourceSpans: ReadonlyArray<{
    resource: Pick<Span, 'attributes'>;
    scopeSpans: ReadonlyArray<{ spans: ReadonlyArray<Omit<Span, 'role'>> }>;
  }>;
}

export interface Collector extends Receiver {
  /** Every span so far. */
  spans(): Span[];
  /** What a server needs to send its spans here, soon after they end. */
  env: Record<string, string>;
}

/** A real receiver of traces: OTLP over HTTP, as JSON. */
export async function openCollector(): Promise<Collector> {
  const receiver = await openReceiver();
  receiver.answer((_request, response) => response.writeHead(200).end('{}'));
  return {
    ...receiver,
    spans: () => receiver.requests.flatMap(({ body }) => spansOf(JSON.parse(body) as Sent)),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
  };
}

const spansOf = ({ resourceSpans }: Sent): Span[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const role = String(attributeOf(resource, 'tallyleaf.role'));
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, role })));
  });

export function attributeOf({ attributes }: Pick<Span, 'attributes'>, name: string): unknown {
  const [found] = attributes.filter(({ key }) => key === name);
  return found && Object.values(found.value)[0];
}
