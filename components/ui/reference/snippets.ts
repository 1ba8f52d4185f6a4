import type { SampleRequest } from './sample';

export const LANGUAGES = [
  { key: 'curl', label: 'curl' },
  { key: 'typescript', label: 'TypeScript' },
  { key: 'python', label: 'Python' },
] as const;
export type Language = (typeof LANGUAGES)[number]['key'];

/** The cookie that keeps the reader's language. */
export const LANGUAGE_COOKIE = 'reference-language';

/** An example of an Idempotency-Key. */
const KEY = 'b0c2f6f4-2f0a-4a6e-9b38-6f1f0a5d7c11';

/** Writes a request in each language. @param origin of this installation, without a trailing slash */
export function snippetsOf(request: SampleRequest, origin: string): Record<Language, string> {
  const query = new URLSearchParams(request.query.map(({ name, value }) => [name, value]));
  const url = `${origin}${request.path}${request.query.length > 0 ? `?${query}` : ''}`;
  return {
    curl: curl(request, url),
    typescript: typescript(request, url),
    python: python(request, url),
  };
}

/** Quotes for a POSIX shell: a quote inside ends the string, is escaped, and begins it again. */
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const json = (value: unknown) => JSON.stringify(value, null, 2);
const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

function curl({ method, isPublic, takesKey, json: body, form = [] }: SampleRequest, url: string): string {
  return [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${shell(url)}`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $TALLYLEAF_API_KEY"']),
    ...(takesKey ? [`-H 'Idempotency-Key: ${KEY}'`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${shell(json(body))}`]),
    ...form.map(({ name, value, isFile }) => `-F ${shell(`${name}=${isFile ? '@' : ''}${value}`)}`),
  ].join(' \\\n  ');
}

function typescript({ method, isPublic, takesKey, json: body, form }: SampleRequest, url: string): string {
  const headers = [
    ...(isPublic ? [] : [`    Authorization: \`Bearer \${env.TALLYLEAF_API_KEY}\`,`]),
    ...(body === undefined ? [] : [`    'Content-Type': 'application/json',`]),
    ...(takesKey ? [`    'Idempotency-Key': crypto.randomUUID(),`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(json(body), '  ')}),`]),
    ...(form ? ['  body,'] : []),
  ];
  const fields = form?.map(({ name, value, isFile }) =>
    isFile
      ? `body.set('${name}', await openAsBlob('${value}'), '${value}');`
      : `body.set('${name}', '${value}');`,
  );
  const imports = [
    ...(form ? [`import { openAsBlob } from 'node:fs';`] : []),
    ...(isPublic ? [] : [`import { env } from 'node:process';`]),
  ];
  return [
    ...imports,
    ...(imports.length > 0 ? [''] : []),
    ...(fields ? ['const body = new FormData();', ...fields, ''] : []),
    `const response = await fetch('${url}'${options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`});`,
    `if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);`,
    'console.log(await response.text());',
  ].join('\n');
}

/** Writes a JSON value in Python. */
function literal(value: unknown, by: string): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${by}    `;
  const items = Array.isArray(value)
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${literal(one, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${by}${close}`;
}

function python({ method, isPublic, takesKey, json: body, form = [] }: SampleRequest, url: string): string {
  const headers = [
    ...(isPublic ? [] : [`        "Authorization": f"Bearer {os.environ['TALLYLEAF_API_KEY']}",`]),
    ...(takesKey ? ['        "Idempotency-Key": str(uuid.uuid4()),'] : []),
  ];
  const fields = form.filter(({ isFile }) => !isFile).map(({ name, value }) => [name, value]);
  const modules = [...(isPublic ? [] : ['import os']), ...(takesKey ? ['import uuid'] : [])];
  return [
    ...modules,
    ...(modules.length > 0 ? [''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...(body === undefined ? [] : [`    json=${literal(body, '    ')},`]),
    ...(fields.length === 0 ? [] : [`    data=${literal(Object.fromEntries(fields), '    ')},`]),
    ...form
      .filter(({ isFile }) => isFile)
      .map(({ name, value }) => `    files={"${name}": open("${value}", "rb")},`),
    '    timeout=60,',
    ')',
    'response.raise_for_status()',
    'print(response.text)',
  ].join('\n');
}
