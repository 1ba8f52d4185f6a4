import type { NextAuthOptions } from 'next-auth';
import type { Logger } from 'pino';
import type { DeviceCookie } from '../features/auth/nextauth';
import type { ResetLinkState } from '../features/auth/reset';
import type { SetupLinkState } from '../features/entities/setup/queries';
import type { InvitationLink } from '../features/entities/team/acceptance';
import type { Actor } from '../kernel/actor';
import type { Cipher } from '../kernel/cipher';
import type { Env } from '../kernel/env';
import type { TokenSigner } from '../kernel/signer';
import type { Storage } from '../kernel/storage';
import type { Db } from '../platform/db/client';
import type { appRouter } from './router';

export type Caller = ReturnType<(typeof appRouter)['createCaller']>;

/** A signed-in member of a page request, and every operation in their name. */
export interface Viewer {
  actor: Actor;
  caller: Caller;
}

/**
 * What a running process consists of. It hangs on `globalThis`, because Next's bundle has copies of its own of every
 * module: pages reach the server through it alone.
 */
export interface Runtime {
  env: Env;
  log: Logger;
  db: Db;
  signer: TokenSigner;
  cipher: Cipher;
  storage: Storage;
  /** next-auth's options for one request. */
  nextAuth(device: DeviceCookie): NextAuthOptions;
  deviceCookieName: string;
  /** @param cookies of the page request, parsed; null without a live session */
  viewerOf(cookies: Record<string, string>, request: { id: string; address: string }): Promise<Viewer | null>;
  /** What has become of a mailed link to a new password. */
  resetLinkState(token: string): Promise<ResetLinkState>;
  /** What has become of a mailed invitation. */
  readInvitation(token: string): Promise<InvitationLink>;
  /** The state of a link to create the first owner. */
  setupLinkState(token: string): Promise<SetupLinkState>;
}

declare global {
  var tallyleaf: Runtime | undefined;
}

export function setRuntime(runtime: Runtime): void {
  globalThis.tallyleaf = runtime;
}
