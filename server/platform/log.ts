import { pino } from 'pino';

const TEXT_LIMIT = 2_000;
const CHAIN_LIMIT = 5;
/** What says where a failure is without saying with which values; a driver's `detail`, `params` and `where` have those. */
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
/** Errors whose own text repeats what was sent: data exceptions, and what functions raise. */
const TELLS_VALUES = /^(22|P0|42804)/;

/**
 * The log of a process: JSON lines. No value that was sent to the database gets into it, whatever is logged: errors are
 * reduced to `describeError`, and texts lose the parameters that Drizzle appends to its messages.
 */
export function openLog(level: string, to: pino.DestinationStream = pino.destination({ sync: false })) {
  return pino(
    {
      level,
      serializers: { err: (value: unknown) => value },
      formatters: { log: withSafeErrors },
      hooks: {
        logMethod(args, method) {
          const [first, ...rest] = args as unknown[];
          const texts = rest.map((value) =>
            value instanceof Error ? describeError(value) : scrubbed(value),
          );
          // Without a text pino takes the error's own.
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

/** An error and its causes without values: type, message, codes and names, stack. */
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

/** The same for people, in lines. */
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

/** A text without the parameters of a failed query and without the values that PostgreSQL quotes. */
function scrubbed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const query = value.indexOf('Failed query: ');
  const params = query < 0 ? -1 : value.indexOf('\nparams: ', query);
  const text = params < 0 ? value : `${value.slice(0, params)} (parameters withheld)`;
  return text
    .replaceAll(/((?:invalid|out of range|malformed)[^:\n]{0,100}: )"[^\n]*"/g, '$1…')
    .slice(0, TEXT_LIMIT);
}
