import { z } from 'zod';
import type { Operation } from '../../operation/init';

type Declared = Pick<Operation, 'path' | 'output'>;

const SECRET_FIELD = /"(?:\w*secret|\w*token|\w*password|key|recovery_codes)":/;
/** Reading all schemas would take a quarter of the start of a process: each is read at its first response. */
const known = new WeakMap<Declared, boolean>();

/**
 * Returns true when a response can contain a secret (decision 102). Such a response is never compressed, so that its
 * length does not depend on its other contents (BREACH).
 */
export function isConfidential(operation: Declared): boolean {
  const found = known.get(operation) ?? canHoldSecret(operation);
  known.set(operation, found);
  return found;
}

function canHoldSecret({ path, output }: Declared): boolean {
  if (path.startsWith('/auth/')) return true;
  return SECRET_FIELD.test(JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })));
}
