import type { NextAuthOptions } from 'next-auth';
import type { Logger } from 'pino';
import type { DeviceCookie } from '../features/auth/nextauth';
import type { ResetLinkState } from '../features/auth/password/reset';
import type { BusinessInvitationLink } from '../features/entities/business-invitations/queries';
import type { SetupLinkState } from '../features/entities/setup/queries';
import type { SignUpLinkState } from '../features/entities/sign-up/queries';
import type { InvitationLink } from '../features/entities/team/acceptance';
import type { DraftView } from '../features/orders/drafts/resource';
import type { OpenRecall } from '../features/tenants/queries';
import type { Actor } from '../kernel/actor';
import type { Cipher } from '../kernel/cipher';
import type { Env } from '../kernel/env';
import type { TokenSigner } from '../kernel/signer';
import type { Storage } from '../kernel/storage';
import type { Db } from '../platform/db/client';
import type { appRouter } from './router';

export type Caller = ReturnType<(typeof appRouter)['createCaller']>;

/** Accounts of the demo and the published password of all of them. */
export interface DemoSignIn {
  password: string;
  accounts: readonly { email: string; name: string }[];
}

/** The signed-in member of a page request, and a caller for every operation. */
export interface Viewer {
  actor: Actor;
  caller: Caller;
}

/**
 * The parts of a running process. It hangs on `globalThis`, because Next's bundle has its own copies of every module:
 * pages reach the server only through it.
 */
export interface Runtime {
  env: Env;
  /** The version that runs. */
  version: string;
  log: Logger;
  db: Db;
  signer: TokenSigner;
  cipher: Cipher;
  storage: Storage;
  /** next-auth's options for one request. */
  nextAuth(device: DeviceCookie): NextAuthOptions;
  deviceCookieName: string;
  /** True outside the demo without SMTP_URL: forms that mail something say so. */
  isMailOff: boolean;
  /** Vendors in whose place the operator has put another server. */
  replacedVendors: readonly string[];
  /** The demo's accounts, for buttons beside the sign-in form; null where real data may be. */
  demo: DemoSignIn | null;
  /** The OpenAPI document of the REST surface. */
  openApiDocument(): object;
  /** @param cookies of the page request, parsed; null without a live session */
  viewerOf(cookies: Record<string, string>, request: { id: string; address: string }): Promise<Viewer | null>;
  /** The open recalls that a suspended business must know of, newest first (decision 442). */
  openRecallsOf(actor: Actor): Promise<readonly OpenRecall[]>;
  /** Whether the operator has suspended a business that the reader trades with. */
  isSuspended(entityId: string): Promise<boolean>;
  /** Gives the page that is being rendered a status other than 200. */
  stateStatus(status: 403 | 404): void;
  /** State of a mailed link to a new password. */
  resetLinkState(token: string): Promise<ResetLinkState>;
  /** True where strangers may sign up. */
  canSignUp: boolean;
  /** State of a mailed link to finish signing up, and the email that it went to. */
  readSignUpLink(token: string): Promise<{ state: SignUpLinkState; email: string | null }>;
  /** State of a mailed invitation. */
  readInvitation(token: string): Promise<InvitationLink>;
  /** State of a mailed invitation of a business. */
  readBusinessInvitation(token: string): Promise<BusinessInvitationLink>;
  /** The quote that a link shows, null for a link that shows none (any more), `limited` where a network guesses. */
  readQuoteLink(token: string, address: string): Promise<DraftView | 'limited' | null>;
  /** State of a link to create the first owner. */
  setupLinkState(token: string): Promise<SetupLinkState>;
  /** What the link of a mail unsubscribes from, without a name for a report of its sender; null for one that is invalid or expired. */
  unsubscribableBy(token: string): Promise<{ name: string | null } | null>;
}

declare global {
  var tallyleaf: Runtime | undefined;
}

export function setRuntime(runtime: Runtime): void {
  globalThis.tallyleaf = runtime;
}
