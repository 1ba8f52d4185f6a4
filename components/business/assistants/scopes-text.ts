import type { Grant } from './types';

/** What a client may do, in words. */
export function scopesText({ resource, scopes }: Pick<Grant, 'resource' | 'scopes'>): string {
  if (resource === 'api') return `Acts for your business: ${scopes.join(', ')}`;
  return scopes.includes('mcp:write')
    ? 'Reads what you may read, and plans changes that you confirm'
    : 'Reads what you may read';
}
