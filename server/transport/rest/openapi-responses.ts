import { ERROR_STATUS, type ErrorCode, type PlainCode } from '../../kernel/errors';
import { codeOf, isReasoned, REASONS, type Reason } from '../../kernel/reasons';
import { RULES } from '../../kernel/rules';
import { errorsOf, takesIdempotencyKey } from '../../operation/declared-errors';
import { objectShown } from '../../operation/objects';
import { csvColumns } from './csv';
import type { RestOperation } from './operations';

type Json = Record<string, unknown>;

/**
 * Builds the error responses of an operation by status. Operations share those to which they add no reason of their own.
 * @param shared the document's responses by name, which this adds to
 */
export function failuresOf(operation: RestOperation, shared: Json): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of documentedErrors(operation)) {
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const headers = headersOf(operation, status);
      const reasons = operation.reasons.filter((reason) => codes.includes(codeOf(reason)));
      const response = {
        description: [codes.join(', '), ...reasons.map(reasonLine)].join('\n'),
        headers,
        content: contentOf(codes, reasons),
        ...(reasons.length > 0 && { 'x-reasons': reasons }),
      };
      if (reasons.some((reason) => operation.errors.includes(codeOf(reason)))) return [status, response];
      const name = [...[...codes].sort(), ...reasons, ...(headers.RateLimit ? [] : ['uncounted'])].join('.');
      shared[name] = response;
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** The first is set off from the codes by an empty line, which Markdown needs before a list. */
const reasonLine = (reason: Reason, at: number) =>
  `${at === 0 ? '\n' : ''}- \`${reason}\`: ${meaningOf(reason)}`;

const meaningOf = (reason: Reason) =>
  (REASONS[codeOf(reason)] as Partial<Record<Reason, string>>)[reason] ?? '';

/** A reasoned code has an example for each of the operation's reasons. */
function contentOf(codes: readonly ErrorCode[], reasons: readonly Reason[]): Json {
  const plain = codes
    .filter((code) => !isReasoned(code))
    .map((code) => [code, example(code, MESSAGES[code])]);
  const reasoned = reasons.map((reason) => [
    reason,
    example(codeOf(reason), `${meaningOf(reason)}.`, { reason }),
  ]);
  return {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorResponse' },
      examples: Object.fromEntries([...plain, ...reasoned]),
    },
  };
}

const example = (code: ErrorCode, message: string, details = {}) => ({
  value: { error: { code, message, details } },
});

/** Drops a code that cannot occur: a GET has no body. */
function documentedErrors(operation: RestOperation): ErrorCode[] {
  return errorsOf(operation).filter(
    (code) => operation.method !== 'GET' || code !== 'UNSUPPORTED_MEDIA_TYPE',
  );
}

/** Lists the headers of a response by status. */
export function headersOf(operation: RestOperation, status: number): Json {
  const counted = operation.access !== 'public' && status !== 401;
  const names = [
    'X-Request-Id',
    ...(counted ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(status === 200 && csvColumns(operation) && !operation.csvRows ? ['Link', 'ETag'] : []),
    ...(status < 300 && objectShown(operation) ? ['ETag'] : []),
    ...(takesIdempotencyKey(operation) && status < 300 ? ['Idempotent-Replayed'] : []),
    ...([409, 423, 429, 503].includes(status) ? ['Retry-After'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 201 ? ['Location'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** Response headers by name. */
export const HEADERS = {
  'X-Request-Id': text('Id of this request in our logs; send it to support'),
  'RateLimit-Policy': text('Rate limits of your tier; absent without a limit'),
  RateLimit: text('Requests left in each window; absent without a limit'),
  Link: text('URL of the next page, as `<url>; rel="next"`; absent on the last page'),
  ETag: text(
    'Version of the list or object: send it back as `If-None-Match`, and what is unchanged responds with 304; that of an object as `If-Match` when you change it',
  ),
  'Idempotent-Replayed': text('`true` when the response repeats an earlier one'),
  'Retry-After': text('Seconds to wait before a retry'),
  'WWW-Authenticate': text('Credentials that the server expects'),
  Location: text('Path of the created resource'),
};

/** An example message per error code. */
const MESSAGES: Record<PlainCode, string> = {
  INVALID_REQUEST: 'quantity: must be at least 1',
  UNAUTHORIZED: 'Sign in first: send an access token or an API key as a bearer token.',
  TOKEN_EXPIRED: 'The token has expired.',
  TOKEN_INVALID: 'The token is not valid.',
  INVALID_CREDENTIALS: 'Incorrect email or password.',
  INVALID_MFA_CODE: 'The code is wrong or already used. Enter a new code.',
  MFA_REQUIRED: 'Complete the sign-in with a code first.',
  NOT_FOUND: 'Resource not found.',
  METHOD_NOT_ALLOWED: 'This path accepts only GET, HEAD.',
  PRECONDITION_FAILED: 'This has changed since you read it. Read it again, then send your change.',
  PAYLOAD_TOO_LARGE: 'The body must be at most 262144 bytes.',
  UNSUPPORTED_MEDIA_TYPE: 'Send the body as application/json in UTF-8.',
  IDEMPOTENCY_KEY_REUSED:
    'This Idempotency-Key was used with a different body. Use a new key for a new request.',
  ACCOUNT_LOCKED: 'Too many failed sign-ins. The account is locked for now.',
  RATE_LIMITED: 'Your tier allows 60 requests per minute. Try again in 12 s.',
  SERVER_ERROR: 'Something went wrong on our side. The request id identifies it.',
  SERVICE_UNAVAILABLE: 'The service is temporarily unavailable. Try again in a few seconds.',
};

/** A list in the description, not an enum: a new rule must not break a client. */
const CODES = `The rule that failed:\n\n${Object.entries(RULES)
  .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
  .join('\n')}`;

/** The shape of every error (decision 72). */
export const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'What went wrong',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_STATUS), description: 'Stable code to branch on' },
        message: { type: 'string', description: 'What happened and what to do, for a person' },
        details: {
          type: 'object',
          description: 'More about the failure; depends on `code`',
          properties: {
            reason: {
              type: 'string',
              description: 'Stable reason of a 403 or 409; each operation lists its own',
              examples: ['permission_required'],
            },
            errors: {
              type: 'array',
              maxItems: 50,
              description: 'Rejected fields of the request',
              items: {
                type: 'object',
                required: ['path', 'code', 'message'],
                properties: {
                  path: { type: 'string', description: 'Field, such as `items[0].quantity`' },
                  code: { type: 'string', description: CODES, examples: ['value_too_large'] },
                  message: { type: 'string', description: 'What is wrong, for a person' },
                  line: { type: 'integer', description: 'Line of a body that is CSV; the header is line 1' },
                  variants: {
                    type: 'array',
                    description: 'With `ambiguous`: the variants that a SKU or a scanned code may mean',
                    items: {
                      type: 'object',
                      required: ['variant_id', 'product_id', 'product_name', 'variant_name'],
                      properties: {
                        variant_id: { type: 'string', format: 'uuid', description: 'Id of the variant' },
                        product_id: { type: 'string', format: 'uuid', description: 'Id of the product' },
                        product_name: { type: 'string', description: 'Name of the product' },
                        variant_name: { type: 'string', description: 'Name of the variant' },
                      },
                    },
                  },
                },
              },
            },
          },
          additionalProperties: true,
        },
      },
    },
  },
};
