import { Card } from '@/components/ui/base/card';
import { CodeBlock } from '@/components/ui/base/code-block';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import {
  type Document,
  EVENT,
  eventPage,
  nameOf,
  type Operation,
  type OperationGroup,
  type Response,
  type Schema,
} from './document';
import { MethodBadge } from './method-badge';
import { OperationLink } from './operation-link';
import { Code, Prose } from './prose';
import { RequestExamples } from './request-examples';
import { sampleOf, sampleRequest } from './sample';
import { Rows, SchemaFields } from './schema-fields';
import { type Language, snippetsOf } from './snippets';
import { TryItCard } from './try-it-card';

type Home = { label: string; href: string };

const linkStyle = 'font-medium text-link underline-offset-4 hover:underline';

/** One operation: what it takes and returns, examples, and a way to send it. */
export function OperationPage({
  document,
  operation,
  group,
  origin,
  language,
  home,
}: {
  document: Document;
  operation: Operation;
  /** The operations beside it. */
  group?: OperationGroup;
  origin: string;
  language: Language;
  /** Where the reference is: in the dashboard, or for visitors. */
  home: Home;
}) {
  const { method, path, summary, description, parameters, body, responses } = operation;
  const isEvent = method === EVENT;
  const request = sampleRequest(document, operation);
  const others = group?.operations.filter(({ id }) => id !== operation.id) ?? [];
  return (
    <div className="@container">
      <PageHeader
        title={summary}
        breadcrumbs={[home]}
        description={
          <p className="mt-1 flex items-baseline gap-2">
            <MethodBadge method={method} />
            <span className="break-all font-mono text-text">{path}</span>
          </p>
        }
      />
      <div className="grid items-start gap-5 @4xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {description && <Prose text={description} className="max-w-prose" />}
          <Facts operation={operation} home={home.href} />
          {parameters.length > 0 && (
            <Card title={isEvent ? 'Headers' : 'Parameters'}>
              <Rows
                document={document}
                rows={parameters.map(({ name, in: place, required = false, schema, description }) => ({
                  name,
                  place,
                  required,
                  schema: description ? { ...schema, description } : schema,
                }))}
              />
            </Card>
          )}
          {body && (
            <Card title={isEvent ? 'Payload' : 'Body'} description={bodyNote(body)}>
              <SchemaFields document={document} schema={body.schema} />
            </Card>
          )}
          <Card title="Responses">
            <div className="flex flex-col gap-2">
              {responses.map((response) => (
                <ResponseDetails key={response.status} document={document} response={response} />
              ))}
            </div>
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {isEvent ? (
            <Card title="Example">
              <CodeBlock
                label="Example payload"
                wraps={false}
                text={jsonOf(document, body?.schema)}
                className="max-h-[32rem]"
              />
            </Card>
          ) : (
            <>
              <RequestExamples snippets={snippetsOf(request, origin)} first={language} />
              <SuccessExample document={document} responses={responses} />
              <TryItCard
                operation={{
                  method,
                  path,
                  isPublic: operation.isPublic,
                  parameters: parameters.map(({ name, in: place, required = false, schema }) => ({
                    name,
                    place,
                    required,
                    choices: schema.enum?.map(String) ?? [],
                  })),
                  json: request.json === undefined ? null : JSON.stringify(request.json, null, 2),
                  form: request.form ?? null,
                }}
              />
            </>
          )}
        </div>
      </div>
      {others.length > 0 && (
        <section aria-labelledby="beside" className="mt-8">
          <h2 id="beside" className="font-semibold text-lg">
            More in {group?.name}
          </h2>
          <ul className="mt-2 divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface">
            {others.map((other) => (
              <li key={other.id}>
                <OperationLink operation={other} home={home.href} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const bodyNote = ({ mediaType, required }: NonNullable<Operation['body']>) =>
  required ? mediaType : `${mediaType}, optional`;

const jsonOf = (document: Document, schema?: Schema) =>
  JSON.stringify(schema ? sampleOf(document, schema) : null, null, 2);

/** Who may call it, and which events it causes. */
function Facts({
  operation: { method, isPublic, permission, emits },
  home,
}: {
  operation: Operation;
  home: string;
}) {
  if (method === EVENT) return null;
  return (
    <div className="flex flex-col gap-1">
      <p>
        {isPublic && 'Needs no authentication.'}
        {!isPublic && permission && (
          <>
            Needs the permission <Code>{permission}</Code>.
          </>
        )}
        {!isPublic && !permission && 'For every signed-in member.'}
      </p>
      {emits.length > 0 && (
        <p>
          Events:{' '}
          {emits.map((type, index) => (
            <span key={type}>
              {index > 0 && ', '}
              <Link href={`${home}/${eventPage(type)}`} className={linkStyle}>
                {type}
              </Link>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function ResponseDetails({
  document,
  response,
}: {
  document: Document;
  response: Response & { status: string };
}) {
  const { status, description, content, 'x-csv': csv } = response;
  const media = content?.['application/json'];
  const isError = /^[45]/.test(status);
  const title = (
    <>
      <span className="font-medium font-mono">{status}</span>{' '}
      <span className="break-words">{spaced(description)}</span>
    </>
  );
  if (!media?.schema) {
    const types = Object.keys(content ?? {}).join(', ');
    return (
      <p className="rounded-md border border-border px-3 py-1.5 text-sm">
        {title}
        {types && <span className="text-muted"> ({types})</span>}
      </p>
    );
  }
  return (
    <details className="rounded-md border border-border px-3" open={!isError}>
      <summary className="cursor-pointer py-1.5 text-sm max-md:py-3">{title}</summary>
      {isError ? (
        <ul className="divide-y divide-border">
          {Object.entries(media.examples ?? {}).map(([code, { value }]) => (
            <li key={code} className="py-2 text-sm">
              <Code>{code}</Code>
              <p className="mt-0.5">{messageOf(value)}</p>
            </li>
          ))}
        </ul>
      ) : (
        <SchemaFields document={document} schema={media.schema} />
      )}
      {csv && (
        <p className="border-border border-t py-2 text-sm">
          As CSV: <Code>{csv.columns.join(', ')}</Code>
        </p>
      )}
    </details>
  );
}

const spaced = (description: string) => description.replaceAll('_', '_\u200b');

const messageOf = (value: unknown) => (value as { error?: { message?: string } }).error?.message;

function SuccessExample({ document, responses }: { document: Document; responses: Operation['responses'] }) {
  const success = responses.find(({ status }) => status.startsWith('2'));
  const schema = success?.content?.['application/json']?.schema;
  if (!success || !schema) return null;
  return (
    <Card title={`Example response (${success.status})`} description={nameOf(schema)}>
      <CodeBlock
        wraps={false}
        label="Example response"
        text={jsonOf(document, schema)}
        className="max-h-96"
      />
    </Card>
  );
}
