import { z } from 'zod';
import type { Operation } from '../../operation/init';

const SECRET_FIELD = /"(?:\w*secret|\w*token|\w*password|key|recovery_codes)":/;

/**
 * Returns true when a response can contain a secret. Such a response is never compressed, so that its length does not
 * depend on its other contents (BREACH).
 */
export function isConfidential({ path, output }: Pick<Operation, 'path' | 'output'>): boolean {
  if (path.startsWith('/auth/')) return true;
  return SECRET_FIELD.test(JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })));
}
