import { inject } from 'vitest';
import type { VendorRequest, World } from '../../simulator/vendors/server';

let tokens = 0;
/** A token that no other test has. */
export const newToken = () => `token-${process.pid}-${Date.now()}-${++tokens}`;

/** Says what a token reaches at LeafLink and Distru. */
export async function setWorld(token: string, world: World): Promise<void> {
  await fetch(`${inject('vendors')}/_mock/${token}`, { method: 'PUT', body: JSON.stringify(world) });
}

/** Every request with the token so far, oldest first. */
export async function requestsOf(token: string): Promise<VendorRequest[]> {
  const answer = await fetch(`${inject('vendors')}/_mock/${token}`);
  return ((await answer.json()) as { requests: VendorRequest[] }).requests;
}

/** A token that LeafLink and Distru accept. */
export async function openWorld(world: Partial<World> = {}): Promise<string> {
  const token = newToken();
  await setWorld(token, {
    ...world,
    lists: { companies: [{ id: 1, slug: 'mine', name: 'Mine' }], ...world.lists },
  });
  return token;
}
