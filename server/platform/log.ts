import { pino } from 'pino';
import { currentScope } from './tracing/trace';

const TEXT_LIMIT = 2_000;
const CHAIN_LIMIT = 5;
/** Fields that locate a failure without exposing values; a driver's `detail`, `params` and `where` contain values. */
const SAFE_FIELDS = [
  'code',
  'severity',
  'constraint_name',
  'constraint',
  'table_name',
  'table',
  'routine',
  'status',
];
/** Errors whose text repeats values: data exceptions, and errors that functions raise. */
const TELLS_VALUES = /^(22|P0|42804)/;

/**
 * Creates the log of a process: JSON lines. Values sent to the database never reach it: errors are reduced to
 * `describeError`, and texts lose the parameters that Drizzle appends.
 * @param isTraced adds `traceId` to what is logged within a trace
 */
export function openLog(
  level: string,
  to: pino.DestinationStream = pino.destination({ sync: false }),
  isTraced = false,
) {
  return pino(
    {
      level,
      ...(isTraced && { mixin: traceField }),
      serializers: { err: (value: unknown) => value },
      formatters: { log: withSafeErrors },
      hooks: {
        logMethod(args, method) {
          const [first, ...rest] = args as unknown[];
          const texts = rest.map((value) =>
            value instanceof Error ? describeError(value) : scrubbed(value),
          );
          // Without a text pino uses the error's own.
          if (first instanceof Error)
            return method.apply(this, [{ err: first }, texts[0] ?? first.name] as never);
          const isBare = (first as { err?: unknown } | null)?.err instanceof Error && texts.length === 0;
          return method.apply(this, [scrubbed(first), ...(isBare ? ['failed'] : texts)] as never);
        },
      },
    },
    to,
  );
}

function traceField(): object {
  const traceId = currentScope()?.traceId;
  return traceId === undefined ? {} : { traceId };
}

function withSafeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? describeError(value) : scrubbed(value),
    ]),
  );
}

interface Description {
  type: string;
  message: string;
  stack: string;
  cause?: Description;
  [field: string]: unknown;
}

/** Describes an error and its causes without values: type, message, codes and names, stack. */
export function describeError(error: unknown, depth = 1): Description {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const fields = error as unknown as Record<string, unknown>;
  const safe = SAFE_FIELDS.filter((name) => ['string', 'number'].includes(typeof fields[name]));
  const isFromServer = typeof fields.severity === 'string' && typeof fields.code === 'string';
  const tells = isFromServer && TELLS_VALUES.test(String(fields.code));
  const message = tells ? 'withheld: the text repeats a value' : String(scrubbed(error.message));
  return {
    type: error.name,
    message,
    ...Object.fromEntries(safe.map((name) => [name, fields[name]])),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause instanceof Error &&
      depth < CHAIN_LIMIT && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Describes an error for people, in lines. */
export function printableError(error: unknown): string {
  const lines: string[] = [];
  for (let part: Description | undefined = describeError(error); part; part = part.cause) {
    const { type, message, code, stack } = part;
    lines.push(
      `${lines.length > 0 ? 'caused by ' : ''}${type}: ${message}${code ? ` (${code})` : ''}`,
      stack,
    );
  }
  return lines.filter(Boolean).join('\n');
}

/** Removes the parameters of a failed query and the values that PostgreSQL quotes. */
function scrubbed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const query = value.indexOf('Failed query: ');
  const params = query < 0 ? -1 : value.indexOf('\nparams: ', query);
  const text = params < 0 ? value : `${value.slice(0, params)} (parameters withheld)`;
  return text
    .slice(0, TEXT_LIMIT)
    .replaceAll(/((?:invalid|out of range|malformed)[^:"\n]{0,100}: )"[^\n]*/g, '$1…');
}
