import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { errorText, explainReasons } from '../../../components/ui/forms/error-text';
import { reasonText } from '../../../components/ui/forms/reason-text';
import { REASONS, type Reason } from '../../../server/kernel/reasons';
import { openApiDocument } from '../../../server/transport/rest/openapi';
import { OPERATIONS } from '../../../server/transport/rest/operations';

explainReasons(reasonText);

const ALL = Object.values(REASONS).flatMap((reasons) => Object.keys(reasons) as Reason[]);
/** Of requests that reach no operation, such as those at `/mcp`. */
const OUTSIDE: readonly Reason[] = ['cross_site', 'insufficient_scope'];

/** What the dashboard says about a failed call. */
function said(code: string, message: string, details: Record<string, unknown>): string {
  const data = { code, details, requestId: null };
  const error = { error: { code: -32_603, message, data } } as never;
  return errorText(TRPCClientError.from(error));
}

test('each reason comes with one code', () => {
  expect(new Set(ALL).size).toBe(ALL.length);
});

test('each reason is declared by an operation', () => {
  const declared = new Set([...OPERATIONS.flatMap(({ reasons }) => reasons), ...OUTSIDE]);
  expect([...declared].sort()).toEqual([...ALL].sort());
});

test('the document lists the reasons of each 403, 409 and 410, and has an example of each', () => {
  const { paths, components } = openApiDocument() as unknown as Document;
  let found = 0;
  for (const { method, path, reasons } of OPERATIONS) {
    const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
    const documented = ['403', '409', '410'].flatMap((status) => {
      const named = responses[status]?.$ref?.split('/').at(-1);
      const response = named ? components.responses[named] : (responses[status] as Listed | undefined);
      if (!response) return [];
      found += 1;
      const { 'x-reasons': listed = [], description, content } = response;
      expect(listed.length, `${method} ${path} ${status}`).toBeGreaterThan(0);
      const examples = Object.values(content['application/json'].examples);
      expect(examples.map(({ value }) => value.error.details.reason)).toEqual(listed);
      for (const reason of listed) expect(description).toContain(`\`${reason}\`: `);
      return listed;
    });
    expect(documented.sort(), `${method} ${path}`).toEqual([...reasons]);
  }
  expect(found).toBeGreaterThan(200);
});
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Partial<Listed> & { $ref?: string }> }>>;
  components: { responses: Record<string, Listed> };
}
interface Listed {
  'x-reasons'?: string[];
  description: string;
  content: {
    'application/json': { examples: Record<string, { value: { error: { details: { reason: string } } } }> };
  };
}

test.each(
  Object.entries(REASONS).flatMap(([code, reasons]) => Object.keys(reasons).map((reason) => [code, reason])),
)('the dashboard has its sentence: %s %s', (code, reason) => {
  const message = 'What the server says.';
  const text = said(code as string, message, { reason });
  expect(text).toMatch(/^[A-Z].{9,}$/);
  expect(text).not.toMatch(/GET|POST|\/api|details|_/);
});

test('says names and numbers of the response, and what a transition or certificate needs', () => {
  const limit = 'A business has at most 100 locations. Delete one first.';
  expect(said('CONFLICT', limit, { reason: 'too_many' })).toBe(limit);
  const moved = { reason: 'invalid_transition', from: 'shipped', to: 'accepted', allowed: [] };
  expect(said('INVALID_TRANSITION', '', moved)).toBe('This has changed: it is shipped now.');
  const lacking = { reason: 'coa_required', products: ['Blue Dream'] };
  expect(said('COA_REQUIRED', 'Some products have none.', lacking)).toBe(
    'Some products have none. Add one to: Blue Dream.',
  );
});

test('an unknown reason says what the server says', () => {
  expect(said('CONFLICT', 'Try later.', { reason: 'constructor' })).toBe('Try later.');
});
