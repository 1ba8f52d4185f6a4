import { cookies, headers } from 'next/headers';
import { forbidden, redirect } from 'next/navigation';
import { cache } from 'react';
import type { EntityType, Permission } from '@/server/kernel/permissions';
import type { Runtime, Viewer } from '@/server/transport/runtime';
import { unlessAbsent } from './absent';

/** The running process: pages reach the server through this handle alone. @throws Error during a build */
export function runtime(): Runtime {
  const handle = globalThis.tallyleaf;
  if (!handle) throw new Error('This page is served by the Tallyleaf process only');
  return handle;
}

/** Who is signed in, of a suspended business, too. */
export const findMember = cache(async (): Promise<Viewer | null> => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const values = Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value]));
  return runtime().viewerOf(values, {
    id: head.get('x-request-id') ?? '',
    address: head.get('x-client-address') ?? '',
  });
});

/**
 * Who is signed in, asked once for a page request; null without a live session. A member of a suspended business is led to
 * the page that says so, and one whose session lacks a required second factor to that where it is set up: no operation
 * would respond to another.
 */
export async function findViewer(): Promise<Viewer | null> {
  const viewer = await findMember();
  if (viewer && viewer.actor.entity.suspension !== null) redirect('/suspended');
  if (viewer?.actor.restricted) redirect('/second-factor');
  return viewer;
}

/** Orders by status, which the frame and the page both show: asked once for a page request. */
export const orderCountsOf = cache(({ caller }: Viewer, side: 'buying' | 'selling') =>
  caller.orders.counts({ side }),
);

/** More locations than a switcher or a filter needs to offer. */
const MOST_LOCATIONS = 500;

/** The business's locations, which the frame's switcher and a list's filter both offer: asked once for a page request. */
export const locationsOf = cache(async ({ caller }: Viewer) => {
  const { data } = await caller.entity.locations.list({ limit: MOST_LOCATIONS, sort: 'name' });
  return data;
});

/** A draft or quote, asked once for a page request; null when there is none, and of one that wasn't sent to the business. */
export const findDraft = cache(async (id: string) => {
  const viewer = await findViewer();
  return viewer ? unlessAbsent(viewer.caller.drafts.get({ id })) : null;
});

/** Who may open a page: all members of all businesses unless it says otherwise (decision 173). */
export type Access = {
  needs?: readonly Permission[];
  only?: readonly EntityType[];
  /** Of the whole business: not for members limited to locations. */
  whole?: true;
};

/**
 * Who is signed in; without a live session the visitor is sent to sign in, and comes back to this address afterwards. A
 * member who may not open the page gets 403. Called before anything is rendered, or the status would be 200.
 */
export async function requireViewer(path: string, { needs = [], only, whole }: Access = {}): Promise<Viewer> {
  const viewer = await findViewer();
  if (!viewer) {
    // The address with its query: a page alone knows only its path, and page and layout race to redirect.
    const wanted = (await headers()).get('x-page-path') ?? path;
    redirect(`/sign-in?next=${encodeURIComponent(wanted)}`);
  }
  const { permissions, entity, locationLimit } = viewer.actor;
  const isTheirs =
    needs.every((need) => permissions.includes(need)) &&
    (!only || only.includes(entity.type)) &&
    !(whole && locationLimit);
  if (!isTheirs) forbidden();
  return viewer;
}
