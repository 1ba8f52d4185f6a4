import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { ERROR_STATUS, type ErrorCode } from '../kernel/errors';
import { appRouter } from '../root';
import { errorsOf, takesIdempotencyKey } from '../trpc/endpoint';
import { csvColumns } from './csv';
import { OPERATIONS, type RestOperation } from './operations';

type Document = ReturnType<typeof generateOpenApiDocument>;
type Json = Record<string, unknown>;

let built: Document | null = null;

/** The OpenAPI 3.1 document of the REST surface, read from the declarations; built once. */
export function openApiDocument(): Document {
  built ??= build();
  return built;
}

function build(): Document {
  const document = generateOpenApiDocument(appRouter as unknown as OpenApiRouter, {
    title: 'Tallyleaf',
    description:
      'Inventory, orders, products and businesses of a regulated cannabis supply chain. Amounts are US dollars; ' +
      'quantities are units. Every address also answers under `/v1`. Every answer carries `X-Request-Id`.',
    version: 'v1',
    openApiVersion: '3.1.0',
    baseUrl: '/',
    license: { name: 'MIT', identifier: 'MIT' } as { name: string },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    tags: [...new Set(OPERATIONS.map((operation) => operation.tag))],
  });
  const paths = document.paths as Record<string, Record<string, Json>>;
  for (const operation of OPERATIONS) {
    const entry = paths[operation.path]?.[operation.method.toLowerCase()];
    if (entry) complete(entry, operation);
  }
  const components = document.components as { schemas?: Json; responses?: Json };
  delete components.responses;
  const kept = Object.entries(components.schemas ?? {}).filter(([name]) => !name.startsWith('error.'));
  components.schemas = { ...Object.fromEntries(kept), Error: ERROR_SCHEMA };
  return document;
}

/** What the generator cannot know: our statuses, each operation's own errors, exports, and that a body may be left out. */
function complete(entry: Json, operation: RestOperation): void {
  entry.operationId = operation.name.replaceAll('.', '_');
  if (operation.access === 'public') entry.security = [];
  else if (operation.access !== 'signed-in') entry['x-permission'] = operation.access;
  if (operation.emits.length > 0) entry['x-emits'] = operation.emits;
  if (takesIdempotencyKey(operation)) addParameter(entry, IDEMPOTENCY_KEY);
  const generated = entry.responses as Record<string, { content?: Json }>;
  const success: Json = {
    description: SUCCESS[operation.status],
    headers: headersOf(operation, operation.status),
  };
  if (operation.status !== 204) success.content = generated['200']?.content;
  if (csvColumns(operation.output)) addExport(entry, success);
  if (operation.answer === 'file') success.content = { 'application/pdf': { schema: BINARY } };
  const body = entry.requestBody as
    | { required?: boolean; content: Record<string, { schema?: { required?: string[]; properties?: Json } }> }
    | undefined;
  const schema = body?.content['application/json']?.schema;
  if (body && schema && !schema.required?.length) body.required = false;
  if (body && schema && Object.keys(schema.properties ?? {}).length === 0) delete entry.requestBody;
  if (operation.body === 'pdf') entry.requestBody = uploadOf(schema ?? {});
  entry.responses = { [operation.status]: success, ...failures(operation) };
}

/** The fields that the generator describes as JSON, and the file, as parts of a form. */
function uploadOf({ required = [], properties }: { required?: string[]; properties?: Json }): Json {
  const file = { ...BINARY, description: 'A PDF of at most 10 MiB' };
  const schema = { type: 'object', required: ['file', ...required], properties: { file, ...properties } };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function addExport(entry: Json, success: Json): void {
  addParameter(entry, {
    name: 'format',
    in: 'query',
    description: 'csv answers with every match, as a file',
    schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
  });
  success.content = { ...(success.content as Json), 'text/csv': { schema: { type: 'string' } } };
}

function failures(operation: RestOperation): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of documentedErrors(operation)) {
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        headers: headersOf(operation, Number(status)),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(
              codes.map((code) => [
                code,
                { value: { error: { code, message: EXAMPLE_MESSAGE, details: {} } } },
              ]),
            ),
          },
        },
      },
    ]),
  );
}

/** A GET has no body that could be wrong, and what every member may do is forbidden to none. */
function documentedErrors(operation: RestOperation): ErrorCode[] {
  const bodyless: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
  return errorsOf(operation)
    .filter((code) => operation.method !== 'GET' || !bodyless.includes(code))
    .filter((code) => operation.access !== 'signed-in' || code !== 'FORBIDDEN');
}

const BINARY: Json = { type: 'string', format: 'binary' };

const EXAMPLE_MESSAGE = 'A sentence that says what is wrong and what to do.';

const SUCCESS: Record<RestOperation['status'], string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; the work follows',
  204: 'Done; there is nothing to say',
};

function addParameter(entry: Json, parameter: Json): void {
  entry.parameters = [...((entry.parameters as Json[] | undefined) ?? []), parameter];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a repeated request safe: for 24 hours the same key with the same body gets the first answer again, with ' +
    '`Idempotent-Replayed: true`. A request that failed may be repeated under its key.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

/** What an answer's header section holds beside the usual, by status. */
function headersOf(operation: RestOperation, status: number): Json {
  const counted = operation.access !== 'public' && status !== 401;
  return {
    ...header('X-Request-Id', 'Names this request in our logs'),
    ...(counted && header('RateLimit-Policy', 'The limits of your tier; absent without limit')),
    ...(counted && header('RateLimit', 'What is left of each window; absent without limit')),
    ...(takesIdempotencyKey(operation) &&
      status < 300 &&
      header('Idempotent-Replayed', '`true` when the answer was given before')),
    ...([409, 423, 429, 503].includes(status) &&
      header('Retry-After', 'Seconds to wait, where waiting helps')),
    ...(status === 401 && header('WWW-Authenticate', 'Which credentials are wanted')),
  };
}

const header = (name: string, description: string) => ({
  [name]: { description, schema: { type: 'string' } },
});

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
        message: { type: 'string' },
        details: {
          type: 'object',
          properties: {
            errors: {
              type: 'array',
              maxItems: 50,
              items: {
                type: 'object',
                required: ['path', 'code', 'message'],
                properties: {
                  path: { type: 'string' },
                  code: { type: 'string' },
                  message: { type: 'string' },
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
