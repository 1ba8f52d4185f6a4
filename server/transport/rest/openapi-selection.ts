import { objectOfWord } from './included';
import type { RestOperation } from './operations';
import { selectableOf } from './selection';

type Json = Record<string, unknown>;

/** The parameters of a list that say what to read of it; none of any other response. */
export function selectionParameters(operation: RestOperation): Json[] {
  const selectable = selectableOf(operation);
  if (!selectable) return [];
  const words = selectable.includable.map(({ word }) => word);
  const fields = namesParameter(
    'fields',
    'Only these fields of each row, separated by commas. In CSV it chooses the columns.',
    selectable.fields,
  );
  const include = namesParameter(
    'include',
    'Adds `included`: what the rows refer to, by these names separated by commas, each object once and as its own GET shows it. ' +
      '`limit` is at most 100 then. What you don’t see is absent; 403 where you lack its permission.',
    words,
  );
  return words.length > 0 ? [fields, include] : [fields];
}

function namesParameter(name: string, description: string, values: readonly string[]): Json {
  const schema = { type: 'string', pattern: '^\\w+(,\\w+){0,49}$', 'x-values': values };
  return { name, in: 'query', description, schema };
}

/** Documents `included` with the lists that have it, in place. */
export function addIncluded(operation: RestOperation, response: unknown, components: Json): void {
  const { includable = [] } = selectableOf(operation) ?? {};
  const content = (response as { content?: Record<string, { schema?: Json }> } | undefined)?.content;
  const name =
    String(content?.['application/json']?.schema?.$ref ?? '')
      .split('/')
      .at(-1) ?? '';
  const list = components[name] as { properties?: Json } | undefined;
  if (includable.length === 0 || !list?.properties) return;
  const known = (list.properties.included as { properties?: Json } | undefined)?.properties;
  const properties = Object.fromEntries(
    includable.map(({ word }) => {
      const items = { $ref: `#/components/schemas/${objectOfWord(word).output.meta()?.id}` };
      return [word, { type: 'array', items, description: `The ${word} that rows refer to` }];
    }),
  );
  list.properties.included = {
    type: 'object',
    description: 'What `include` asked for; absent without it',
    properties: { ...known, ...properties },
  };
}
