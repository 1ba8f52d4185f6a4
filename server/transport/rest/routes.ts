import type { IncomingMessage } from 'node:http';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { AppError } from '../../kernel/errors';
import { type CsvColumn, csvColumns } from './csv';
import { OPERATIONS, type RestOperation } from './operations';
import { coercionsOf } from './query';
import { type Selectable, selectableOf } from './selection';

/** An operation at its address, and how its query and its rows are read. */
export interface Route {
  operation: RestOperation;
  coercions: ReturnType<typeof coercionsOf>;
  csv: readonly CsvColumn[] | null;
  /** What a request may ask of a list beside its filters; null for anything else. */
  selectable: Selectable | null;
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

/** Second spellings of published addresses (decision 33). */
const ALIASES = new Map([
  ['/api/v1/market/suppliers/{id}/catalogue', '/api/v1/market/suppliers/{id}/catalog'],
]);
/** The methods of each address without parameters: it is never read as another address's parameter. */
const fixed = new Map<string, Set<string>>();
/** A parameter may be an external id of 128 characters, each encoded in up to twelve. */
const routes = findMyWay({ caseSensitive: true, maxParamLength: 1600 });
for (const operation of OPERATIONS) {
  const coercions = coercionsOf(operation.input, operation.pathParams);
  const csv = csvColumns(operation);
  if (csv) coercions.set('format', 'text');
  if (csv || operation.media.includes('text/csv')) coercions.set('bom', 'boolean');
  const selectable = selectableOf(operation);
  for (const name of selectable ? ['fields', 'include'] : []) coercions.set(name, 'text');
  const route: Route = { operation, coercions, csv, selectable };
  const { method, path } = operation;
  if (operation.pathParams.length === 0) fixed.set(path, (fixed.get(path) ?? new Set()).add(method));
  for (const address of [path, ALIASES.get(path)]) {
    if (address) routes.on(method, address.replaceAll(/\{(\w+)\}/g, ':$1'), () => {}, route);
  }
}

/** Finds the operation at an address. Throws NOT_FOUND, and METHOD_NOT_ALLOWED with the methods that the address takes. */
export function findRoute(method: string, path: string): { route: Route; params: Record<string, string> } {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const methods = METHODS.filter((other) => fixed.get(path)?.has(other) ?? true);
  const found = (methods as readonly string[]).includes(wanted)
    ? routes.find(wanted as HTTPMethod, path)
    : null;
  if (found) return { route: found.store as Route, params: found.params as Record<string, string> };
  const allowed = methods.filter((other) => routes.find(other, path) !== null);
  if (allowed.length === 0) throw new AppError('NOT_FOUND', 'Resource not found.');
  throw methodNotAllowed(allowed);
}

/** Throws METHOD_NOT_ALLOWED for another method than this or HEAD. */
export function allowOnly(req: IncomingMessage, method: 'GET'): void {
  if (req.method !== method && req.method !== 'HEAD') throw methodNotAllowed([method]);
}

/** 405 with the methods that the address does take; HEAD goes wherever GET does. */
export function methodNotAllowed(methods: readonly string[]): AppError {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return new AppError('METHOD_NOT_ALLOWED', `This path accepts only ${allow}.`, {}, { Allow: allow });
}
