import { type FieldError, invalidRequest } from '../kernel/errors';

const MAX_DEPTH = 32;

/**
 * Rejects values that no field accepts, at any depth (decision 80): NUL, lone surrogates, numbers out of range,
 * `__proto__`, and nesting deeper than 32.
 * @throws AppError INVALID_REQUEST
 */
export function assertPlain(value: unknown): void {
  const fault = findFault(value, '', 0);
  if (fault) throw invalidRequest([fault]);
}

function findFault(value: unknown, path: string, depth: number): FieldError | null {
  if (typeof value === 'string') return textFault(value, path);
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? null
      : { path, code: 'out_of_range', message: 'is a number out of range' };
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_DEPTH)
    return { path, code: 'too_deep', message: `must not nest deeper than ${MAX_DEPTH}` };
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const fault = findFault(value[i], `${path}[${i}]`, depth + 1);
      if (fault) return fault;
    }
    return null;
  }
  for (const key of Object.keys(value)) {
    const child = path ? `${path}.${key}` : key;
    if (key === '__proto__') return { path: child, code: 'unknown_key', message: 'is not a known field' };
    const fault =
      textFault(key, child) ?? findFault((value as Record<string, unknown>)[key], child, depth + 1);
    if (fault) return fault;
  }
  return null;
}

function textFault(text: string, path: string): FieldError | null {
  if (text.includes('\0')) return { path: safe(path), code: 'invalid_text', message: 'must not contain NUL' };
  if (!text.isWellFormed()) {
    return { path: safe(path), code: 'invalid_text', message: 'must not contain lone surrogates' };
  }
  return null;
}

const safe = (path: string) => path.replaceAll('\0', '').toWellFormed();
