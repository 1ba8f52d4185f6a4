import { type Document, nameOf, resolved, type Schema } from './document';
import { Code, Prose } from './prose';

/** Nested objects are shown this deep; beyond, the example shows them. */
const DEEPEST = 4;

type Row = { name: string; schema: Schema; required: boolean; place?: string };

/** The fields of an object, with those of its parts folded in. */
export function SchemaFields({
  document,
  schema,
  within = [],
}: {
  document: Document;
  schema: Schema;
  /** Names of the components that this one is part of. */
  within?: readonly string[];
}) {
  const own = resolved<Schema>(document, schema);
  const inside = [...within, nameOf(schema) ?? ''];
  if (own.oneOf) {
    return own.oneOf.map((alternative, index) => (
      <Folded key={nameOf(alternative) ?? index} title={nameOf(alternative) ?? `Alternative ${index + 1}`}>
        <SchemaFields document={document} schema={alternative} within={inside} />
      </Folded>
    ));
  }
  const rows = Object.entries(own.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    required: own.required?.includes(name) ?? false,
  }));
  return <Rows document={document} rows={rows} within={inside} />;
}

/** Names, types and meaning of fields or parameters. */
export function Rows({
  document,
  rows,
  within = [],
}: {
  document: Document;
  rows: readonly Row[];
  within?: readonly string[];
}) {
  return (
    <ul className="-my-2.5 divide-y divide-border">
      {rows.map(({ name, schema, required, place }) => {
        const own = resolved<Schema>(document, schema);
        const parts = partsOf(document, schema, within);
        return (
          <li key={name} className="py-2.5">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="break-all font-medium font-mono text-sm">{name}</span>
              <span className="text-muted text-sm">{typeOf(document, own)}</span>
              {place && <span className="text-muted text-sm">in {place}</span>}
              {required && <span className="text-on-tint-warning text-sm">required</span>}
            </p>
            {own.description && <Prose text={own.description} className="mt-0.5 max-w-prose text-sm" />}
            <Bounds schema={own} />
            {parts && (
              <Folded title={`Fields of ${name}`}>
                <SchemaFields document={document} schema={parts} within={within} />
              </Folded>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Folded({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className="mt-1.5 rounded-md border border-border px-3 [&[open]>summary]:mb-0.5">
      <summary className="cursor-pointer py-1.5 font-medium text-link text-sm max-md:py-3">{title}</summary>
      {children}
    </details>
  );
}

const bare = (schema: Schema) => (schema.anyOf ?? []).filter(({ type }) => type !== 'null');

/** The object inside a field, an array of it or a choice with null; null when there is none to show. */
function partsOf(document: Document, schema: Schema, within: readonly string[]): Schema | null {
  const name = nameOf(schema);
  if ((name && within.includes(name)) || within.length >= DEEPEST) return null;
  const own = resolved<Schema>(document, schema);
  if (own.items) return partsOf(document, own.items, within);
  const [alternative, ...others] = bare(own);
  if (alternative && others.length === 0) return partsOf(document, alternative, within);
  return own.properties || own.oneOf ? schema : null;
}

/** A type in words: `array of strings (uuid) or null`. */
function typeOf(document: Document, own: Schema): string {
  const alternatives = own.anyOf ?? own.oneOf;
  if (alternatives) {
    const names = alternatives.map((one) => typeOf(document, resolved<Schema>(document, one)));
    return [...new Set(names)].join(' or ');
  }
  const types = [own.type ?? 'any'].flat().map((type) => {
    if (type !== 'array' || !own.items) return type;
    return `array of ${typeOf(document, resolved<Schema>(document, own.items))}`;
  });
  const text = types.join(' or ');
  return own.format && !own.format.startsWith('int') ? `${text} (${own.format})` : text;
}

function Bounds({ schema }: { schema: Schema }) {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const bounds = [
    range('', schema.minimum, schema.maximum),
    range(' characters', schema.minLength, schema.maxLength),
    range(' items', schema.minItems, schema.maxItems),
  ].filter(Boolean);
  if (schema.default !== undefined) bounds.push(`default ${JSON.stringify(schema.default)}`);
  if (bounds.length === 0 && !values) return null;
  return (
    <p className="mt-0.5 text-muted text-sm">
      {bounds.join(' · ')}
      {bounds.length > 0 && values && ' · '}
      {values?.map((value, index) => (
        <span key={String(value)}>
          {index > 0 && ' '}
          <Code>{String(value)}</Code>
        </span>
      ))}
    </p>
  );
}

function range(unit: string, least?: number, most?: number): string | null {
  const show = (value: number) => value.toLocaleString('en-US');
  if (least !== undefined && most !== undefined) return `${show(least)}–${show(most)}${unit}`;
  if (least !== undefined) return `at least ${show(least)}${unit}`;
  return most === undefined ? null : `at most ${show(most)}${unit}`;
}
