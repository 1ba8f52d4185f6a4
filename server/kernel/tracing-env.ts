import { z } from 'zod';

/** What is read of OpenTelemetry's variables here; its SDK reads the others. */
export const TRACING = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
};

type Read = { [Name in keyof typeof TRACING]?: string | undefined };

/** Where traces go, and how. */
export interface TracingEnv {
  isJson: boolean;
  /** False where this program chooses which requests are traced. */
  hasSampler: boolean;
}

const PROTOCOLS = ['http/protobuf', 'http/json'];
const SAMPLER = /^(?:parentbased_)?(?:always_on|always_off|traceidratio)$/;

/**
 * Reads whether requests and jobs are traced (decision 445).
 * @param fault called with each value that is wrong, only where traces are sent
 * @returns null where they aren't
 */
export function readTracing(
  env: Read,
  fault: (name: keyof Read, message: string) => void,
): TracingEnv | null {
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const endpoint = own ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  if (endpoint === undefined || isOff) return null;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    const name = own === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
    fault(name, 'must be an address such as http://collector.example:4318');
  }
  if (env.OTEL_TRACES_EXPORTER !== undefined && env.OTEL_TRACES_EXPORTER !== 'otlp') {
    fault('OTEL_TRACES_EXPORTER', 'must be otlp or none');
  }
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: chosen } = env;
  const protocol = chosen ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf';
  if (!PROTOCOLS.includes(protocol)) {
    const name = chosen === undefined ? 'OTEL_EXPORTER_OTLP_PROTOCOL' : 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL';
    fault(name, `must be ${PROTOCOLS.join(' or ')}`);
  }
  const { OTEL_TRACES_SAMPLER: sampler } = env;
  if (sampler !== undefined && !SAMPLER.test(sampler)) {
    fault(
      'OTEL_TRACES_SAMPLER',
      'must be always_on, always_off or traceidratio, alone or behind parentbased_',
    );
  }
  return { isJson: protocol === 'http/json', hasSampler: sampler !== undefined };
}
