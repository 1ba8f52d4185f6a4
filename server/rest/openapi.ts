import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { ERROR_STATUS, type ErrorCode } from '../kernel/errors';
import { appRouter } from '../root';
import { ACCESS_ERRORS, COMMON_ERRORS } from '../trpc/endpoint';
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
  const generated = entry.responses as Record<string, { content?: Json }>;
  const success: Json = { description: SUCCESS[operation.status], headers: REQUEST_ID_HEADER };
  if (operation.status !== 204) success.content = generated['200']?.content;
  if (csvColumns(operation.output)) addExport(entry, success);
  const body = entry.requestBody as
    | { required?: boolean; content: Record<string, { schema?: { required?: string[]; properties?: Json } }> }
    | undefined;
  const schema = body?.content['application/json']?.schema;
  if (body && schema && !schema.required?.length) body.required = false;
  if (body && schema && Object.keys(schema.properties ?? {}).length === 0) delete entry.requestBody;
  entry.responses = { [operation.status]: success, ...failures(operation) };
}

function addExport(entry: Json, success: Json): void {
  entry.parameters = [
    ...((entry.parameters as Json[] | undefined) ?? []),
    {
      name: 'format',
      in: 'query',
      description: 'csv answers with every match, as a file',
      schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
    },
  ];
  success.content = { ...(success.content as Json), 'text/csv': { schema: { type: 'string' } } };
}

function failures(operation: RestOperation): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        headers: REQUEST_ID_HEADER,
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

/** Every error that an operation may answer with, its own and those it shares with all. */
export function errorsOf(operation: RestOperation): ErrorCode[] {
  const shared = operation.access === 'public' ? COMMON_ERRORS : [...COMMON_ERRORS, ...ACCESS_ERRORS];
  const bodyless: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
  return [...new Set([...shared, ...operation.errors])]
    .filter((code) => operation.method !== 'GET' || !bodyless.includes(code))
    .filter((code) => operation.access !== 'signed-in' || code !== 'FORBIDDEN');
}

const EXAMPLE_MESSAGE = 'A sentence that says what is wrong and what to do.';

const SUCCESS: Record<RestOperation['status'], string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; the work follows',
  204: 'Done; there is nothing to say',
};

const REQUEST_ID_HEADER = {
  'X-Request-Id': { description: 'Names this request in our logs', schema: { type: 'string' } },
};

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
