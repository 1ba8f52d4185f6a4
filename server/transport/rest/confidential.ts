import { z } from 'zod';
import type { Operation } from '../../operation/endpoint';

const SECRET_FIELD = /"(?:\w*secret|\w*token|\w*password|key|recovery_codes)":/;

/**
 * Whether a response can hold a secret: its length must not depend on what else the body holds, so it is never
 * compressed (BREACH).
 */
export function isConfidential({ path, output }: Pick<Operation, 'path' | 'output'>): boolean {
  if (path.startsWith('/auth/')) return true;
  return SECRET_FIELD.test(JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })));
}
