import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import type { z } from 'zod';
import { takesDryRuns, takesIdempotencyKey } from '../../operation/declared-errors';
import { appRouter } from '../router';
import { type CsvColumn, csvColumns } from './csv';
import { comparesVersions } from './if-match';
import { describeByName, describeParameters } from './openapi-descriptions';
import { ERROR_SCHEMA, failuresOf, HEADERS, headersOf } from './openapi-responses';
import {
  dropNulls,
  nameEnumValues,
  nameSchema,
  normalizeSchemas,
  openSchemas,
  pascal,
} from './openapi-schemas';
import { addIncluded, selectionParameters } from './openapi-selection';
import { TAGS } from './openapi-tags';
import { openApiWebhooks } from './openapi-webhooks';
import { OPERATIONS, type RestOperation } from './operations';

type Document = ReturnType<typeof generateOpenApiDocument>;
type Json = Record<string, unknown>;

let built: Document | null = null;

/** Builds the OpenAPI 3.1 document of the REST surface from the declarations, once (decision 117). */
export function openApiDocument(): Document {
  built ??= build();
  return built;
}

function build(): Document {
  const document = generateOpenApiDocument(appRouter as unknown as OpenApiRouter, {
    title: 'Tallyleaf',
    description:
      'Inventory, orders, products and businesses of a regulated cannabis supply chain. Amounts are US dollars; ' +
      'quantities are units. Every address is also served under `/v1`. Every response has `X-Request-Id`.',
    version: 'v1',
    openApiVersion: '3.1.0',
    baseUrl: '/',
    license: { name: 'MIT', identifier: 'MIT' } as { name: string },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: BEARER } },
    tags: Object.keys(TAGS),
    paths: documentedBodies(),
  });
  document.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  const responses: Json = {};
  const paths = document.paths as Record<string, Record<string, Json>>;
  for (const operation of OPERATIONS) {
    const entry = paths[operation.path]?.[operation.method.toLowerCase()];
    if (entry) complete(entry, operation, responses, paths[placeOf(operation)]?.post);
    delete paths[placeOf(operation)];
  }
  const components = document.components as Record<string, Json>;
  const kept = Object.entries(components.schemas ?? {}).filter(([name]) => !name.startsWith('error.'));
  const { webhooks, schemas } = openApiWebhooks();
  document.webhooks = webhooks as typeof document.webhooks;
  components.schemas = { ...schemas, ...Object.fromEntries(kept), ErrorResponse: ERROR_SCHEMA };
  components.responses = responses;
  components.headers = HEADERS;
  components.parameters = {
    IdempotencyKey: IDEMPOTENCY_KEY,
    IfMatch: IF_MATCH,
    Format: FORMAT,
    ByteOrderMark: BOM,
  };

  // The generator lets schemas share parts: a copy is safe to rewrite.
  const own = structuredClone(document);
  normalizeSchemas(own);
  const named = own.components?.schemas as Json;
  for (const operation of OPERATIONS) {
    nameBodies(own, operation, named);
    addIncluded(operation, responseOf(own, operation), named);
  }
  for (const { name, nulls } of OPERATIONS) {
    if (nulls === 'absent') dropNulls(named[`${pascal(name)}Request`]);
  }
  for (const entry of entriesOf(own)) openSchemas(entry.responses, named);
  openSchemas(own.components?.responses, named);
  openSchemas(own.webhooks, named);
  nameEnumValues(named);
  describeByName(own);
  addCallback(own);
  return own;
}

/**
 * Documents a new endpoint's deliveries as a callback: generators without support for `webhooks` find the schemas
 * there.
 */
function addCallback({ paths, webhooks }: Document): void {
  const requests = Object.values(webhooks as Record<string, { post: Json }>).map(({ post }) => post);
  const anyOf = requests.map(
    ({ requestBody }) => (requestBody as Entry['requestBody'])?.content['application/json']?.schema,
  );
  const delivery = {
    summary: 'Deliver an event',
    security: [],
    parameters: requests[0]?.parameters,
    requestBody: { required: true, content: { 'application/json': { schema: { anyOf } } } },
    responses: requests[0]?.responses,
  };
  const create = paths?.['/api/v1/webhooks']?.post as Json | undefined;
  if (create) create.callbacks = { delivery: { '{$request.body#/url}': { post: delivery } } };
}

/** Documents bodies that are declared beside their input under temporary paths, until their operation uses them. */
function documentedBodies() {
  const declared = OPERATIONS.flatMap((operation) => {
    const { documented: schema } = operation;
    return schema ? [[placeOf(operation), { post: bodyOf(schema) }]] : [];
  });
  return Object.fromEntries(declared);
}

const placeOf = ({ name }: RestOperation) => `/documented/${name}`;
const bodyOf = (schema: z.ZodType) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: {},
});

function nameBodies(
  { paths }: Document,
  { name, path, method, status, body }: RestOperation,
  named: Json,
): void {
  const entry = paths?.[path]?.[method.toLowerCase() as 'get'] as Entry | undefined;
  const media = body === 'json' ? 'application/json' : 'multipart/form-data';
  nameSchema(entry?.requestBody?.content[media], `${pascal(name)}Request`, named);
  nameSchema(entry?.responses[status]?.content?.['application/json'], `${pascal(name)}Result`, named);
}

const responseOf = ({ paths }: Document, { path, method, status }: RestOperation) =>
  (paths?.[path]?.[method.toLowerCase() as 'get'] as Entry | undefined)?.responses[status];

interface Entry {
  requestBody?: { content: Record<string, Json> };
  responses: Record<string, { content?: Record<string, Json> }>;
}

function entriesOf({ paths }: Document): Json[] {
  return Object.values(paths as Record<string, Record<string, Json>>).flatMap((methods) =>
    Object.values(methods),
  );
}

/** Adds facts that the generator lacks: statuses, each operation's own errors, exports, and optional bodies. */
function complete(entry: Json, operation: RestOperation, responses: Json, documented?: Json): void {
  if (documented) entry.requestBody = documented.requestBody;
  describeParameters((entry.parameters ?? []) as Json[], operation.input);
  entry.operationId = operation.name.replaceAll('.', '_');
  if (operation.access === 'public') entry.security = [];
  else if (operation.access !== 'signed-in') entry['x-permission'] = operation.access;
  if (operation.emits.length > 0) entry['x-emits'] = operation.emits;
  if (operation.method === 'DELETE') moveFieldsToBody(entry, operation.input.meta()?.examples);
  if (takesIdempotencyKey(operation)) addParameter(entry, { $ref: '#/components/parameters/IdempotencyKey' });
  if (comparesVersions(operation)) addParameter(entry, { $ref: '#/components/parameters/IfMatch' });
  const generated = entry.responses as Record<string, { content?: Json }>;
  const success: Json = {
    description: SUCCESS[operation.status],
    headers: headersOf(operation, operation.status),
  };
  if (operation.status !== 204) success.content = generated['200']?.content;
  const columns = csvColumns(operation);
  if (columns) addExport(entry, success, columns);
  for (const parameter of selectionParameters(operation)) addParameter(entry, parameter);
  if (operation.response === 'file')
    success.content = Object.fromEntries(operation.media.map((type) => [type, { schema: BINARY }]));
  if (operation.media.includes('text/csv'))
    addParameter(entry, { $ref: '#/components/parameters/ByteOrderMark' });
  const body = entry.requestBody as
    | { required?: boolean; content: Record<string, { schema?: Body }> }
    | undefined;
  const schema = body?.content['application/json']?.schema;
  if (schema) close(schema);
  if (schema?.properties) dropReadOnly(schema.properties);
  if (body && schema && !documented && !schema.required?.length) {
    // A PATCH that changes nothing is rejected (decision 51).
    if (operation.method === 'PATCH') schema.minProperties = 1;
    else body.required = false;
  }
  if (body && schema && !documented && Object.keys(schema.properties ?? {}).length === 0)
    delete entry.requestBody;
  if (operation.table !== null && body) body.content['text/csv'] = { schema: TABLE as Body };
  if (operation.body !== 'json') entry.requestBody = uploadOf(operation.body, schema ?? {});
  const other = takesDryRuns(operation)
    ? 'What a dry run would make'
    : operation.upserts && 'What was there: changed, or unchanged';
  const dryRun = other && {
    200: { ...success, description: other, headers: headersOf(operation, 200) },
  };
  entry.responses = { ...dryRun, [operation.status]: success, ...failuresOf(operation, responses) };
}

interface Body {
  required?: string[];
  properties?: Json;
  minProperties?: number;
  additionalProperties?: unknown;
  unevaluatedProperties?: boolean;
  anyOf?: unknown;
}

/**
 * Says that a body takes no other fields, which the generator drops from inputs with a refinement. With a discriminator it
 * stays with the alternatives: Ajv doesn't count what those evaluated.
 */
function close(schema: Body): void {
  if (schema.properties) schema.additionalProperties ??= false;
  else if (schema.anyOf) schema.unevaluatedProperties = false;
}

/** A PATCH accepts unchanged read-only fields, but they have no effect, so they are not documented. */
function dropReadOnly(properties: Json): void {
  for (const [name, property] of Object.entries(properties)) {
    if ((property as Json).readOnly === true) delete properties[name];
  }
}

/** Moves a DELETE's fields from the query, where the generator puts them, to the body. */
function moveFieldsToBody(entry: Json, examples: unknown): void {
  const parameters = (entry.parameters ?? []) as Array<{
    in: string;
    name: string;
    schema: Json;
    description?: string;
    required?: boolean;
  }>;
  const fields = parameters.filter((parameter) => parameter.in === 'query');
  const required = fields.filter((field) => field.required).map((field) => field.name);
  if (fields.length === 0) return;
  entry.parameters = parameters.filter((parameter) => parameter.in !== 'query');
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, description, schema }) => [
        name,
        { ...(description && { description }), ...schema },
      ]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(examples !== undefined && { examples }),
  };
  entry.requestBody = { required: required.length > 0, content: { 'application/json': { schema } } };
}

const BINARY = { type: 'string', format: 'binary' };
const FILES = {
  pdf: 'A PDF of at most 10 MiB',
  image: 'A JPEG, PNG or WebP image of at most 10 MiB',
  logo: 'A JPEG, PNG or WebP image of at most 10 MiB',
  csv: 'A CSV with a header line, of at most 10 MiB; separated by commas, semicolons or tabs, in UTF-8 or Windows-1252',
  statement: "The bank's file: CSV, OFX, CAMT.053 or BAI2, up to 10 MiB",
};

/** Builds the parts of a form: the file, and the fields that the generator describes as JSON. */
function uploadOf(
  kind: keyof typeof FILES,
  { required = [], properties }: { required?: string[]; properties?: Json },
): Json {
  const file = { ...BINARY, description: FILES[kind] };
  // A file that was read before is named by its reading.
  const isOptional = properties !== undefined && 'reading_id' in properties;
  const schema = {
    type: 'object',
    required: [...(isOptional ? [] : ['file']), ...required],
    properties: { file, ...properties },
    additionalProperties: false,
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

const TABLE = {
  type: 'string',
  description: 'A header line with the field names of an entry, then a line per entry',
};

/** Documents that a list is also had as CSV. JSON comes first: some generators read the first media type only. */
function addExport(entry: Json, success: Json, columns: readonly CsvColumn[]): void {
  addParameter(entry, { $ref: '#/components/parameters/Format' });
  addParameter(entry, { $ref: '#/components/parameters/ByteOrderMark' });
  success['x-csv'] = { columns: columns.map(({ name }) => name) };
  const schema = { type: 'string', description: 'A header line with the field names, then a line per match' };
  success.content = { ...(success.content as Json), 'text/csv': { schema } };
}

function addParameter(entry: Json, parameter: Json): void {
  entry.parameters = [...((entry.parameters as Json[] | undefined) ?? []), parameter];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a repeated request safe: for 24 hours the same key with the same body gets the first response again, with ' +
    '`Idempotent-Replayed: true`. After a failure you can retry with the same key.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of the object that the path names: 412 when it has changed since. Without it, the request applies to any version.',
  schema: { type: 'string', minLength: 1, maxLength: 1000 },
};

const FORMAT = {
  name: 'format',
  in: 'query',
  description:
    '`csv` returns every match as `text/csv`, regardless of `page` and `limit`; `Accept: text/csv` does the same. ' +
    'A generated client may only read JSON: send such a request with a plain HTTP client then.',
  schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
};

const BOM = {
  name: 'bom',
  in: 'query',
  description:
    'Whether CSV begins with a byte order mark, by which spreadsheets open it as UTF-8. Without it, only what a browser opens does.',
  schema: { type: 'boolean' },
};

const SUCCESS: Record<RestOperation['status'], string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted; processing continues in the background',
  204: 'No content',
};

const BEARER =
  'An access token of POST /auth/login, or an API key (`tlk_…`), in the header `Authorization: Bearer`. A key acts with ' +
  'its permissions as far as the member who created it has them. It calls every operation except those below `/auth` ' +
  '(only GET /auth/me), those on API keys, and those that ask for a password.';
