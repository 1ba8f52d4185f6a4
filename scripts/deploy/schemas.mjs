import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * Writes the JSON schemas that kubeconform reads: one per kind, complete in itself.
 * @param {string} folder where they go, as `KIND-GROUP-VERSION.json`
 * @param {{ kubernetes: string, kinds: string[], crds: string[] }} sources `kubernetes`: a folder of Kubernetes' own
 *   schemas, which share `_definitions.json`; `kinds` of them, such as `deployment-apps-v1`; `crds`: files of custom
 *   resources
 */
export function writeSchemas(folder, { kubernetes, kinds, crds }) {
  mkdirSync(folder, { recursive: true });
  const readSchema = (name) =>
    JSON.parse(
      readFileSync(join(kubernetes, `${name}.json`), 'utf8').replaceAll('/api/_definitions.json#', '#'),
    );
  const { $defs } = readSchema('_definitions');
  for (const kind of kinds) write(folder, kind, { ...readSchema(kind), $defs });
  for (const path of crds) {
    const { spec } = parse(readFileSync(path, 'utf8'));
    for (const { name, schema } of spec.versions) {
      const kind = [spec.names.kind.toLowerCase(), spec.group.split('.')[0], name].join('-');
      write(folder, kind, closed(schema.openAPIV3Schema));
    }
  }
}

function write(folder, kind, schema) {
  writeFileSync(join(folder, `${kind}.json`), JSON.stringify(schema));
}

/** A custom resource's schema says which fields there are; a check also wants no others. */
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpen = schema.additionalProperties !== undefined || schema['x-kubernetes-preserve-unknown-fields'];
  return typeof schema.properties === 'object' && schema.type === 'object' && !isOpen
    ? { ...parts, additionalProperties: false }
    : parts;
}
