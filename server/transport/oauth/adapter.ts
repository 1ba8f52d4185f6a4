import type { Adapter, AdapterPayload } from 'oidc-provider';
import { deleteKeyOfGrant } from '../../features/api-keys/service.sql';
import { hostOf, knownClient } from '../../features/oauth/documents';
import {
  consumeToken,
  deleteToken,
  deleteTokensOf,
  grantOf,
  keepToken,
  type TokenRow,
  tokenOf,
  tokenOfUid,
} from '../../features/oauth/queries.sql';
import { RESOURCE_PATHS } from '../../features/oauth/schema';
import { hashOf } from '../../features/oauth/service';
import { TOKEN_KINDS, type TokenKind } from '../../features/oauth/tables';
import { isId } from '../../kernel/params';
import { runUnitOfWork } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { type Browser, browserOf } from './browser';

/** Seconds that a grant is said to last: the key behind it says when it ends. */
const YEARS = 100 * 365 * 86_400;

/** Keeps what the protocol needs in our tables: of secrets the hashes alone. */
export function adapterFor(db: Db, publicUrl: string): new (model: string) => Adapter {
  return class implements Adapter {
    readonly #kind: TokenKind | null;

    constructor(private readonly model: string) {
      this.#kind = TOKEN_KINDS.find((kind) => kind === model) ?? null;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      if (!this.#kind) return;
      const { jti: _, returnTo: __, ...kept } = payload;
      const browser: Browser | undefined = this.#kind === 'Interaction' ? browserOf() : undefined;
      await keepToken(db, {
        ...{ hash: hashOf(id), kind: this.#kind, payload: kept, seconds: Math.ceil(expiresIn) },
        grantId: typeof payload.grantId === 'string' && isId(payload.grantId) ? payload.grantId : null,
        uid: this.#kind === 'Session' ? (payload.uid ?? null) : null,
        ...{ sessionId: browser?.sessionId ?? null, userId: browser?.userId ?? null },
      });
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      if (this.model === 'Client') return clientIn(db, id);
      if (this.model === 'Grant') return grantIn(db, id, publicUrl);
      if (!this.#kind) return undefined;
      const [row] = await tokenOf(db, hashOf(id), this.#kind);
      return row && restored(row, this.#kind, id, publicUrl);
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      const [row] = this.#kind ? await tokenOfUid(db, uid, this.#kind) : [];
      return row && (row.payload as AdapterPayload);
    }

    async findByUserCode(): Promise<undefined> {}

    async consume(id: string): Promise<void> {
      if (this.#kind) await consumeToken(db, hashOf(id), this.#kind);
    }

    async destroy(id: string): Promise<void> {
      if (this.model === 'Grant') await endGrant(db, id);
      else if (this.#kind) await deleteToken(db, hashOf(id), this.#kind);
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      if (this.#kind && isId(grantId)) await deleteTokensOf(db, grantId, this.#kind);
    }
  };
}

function restored(
  { payload, consumed }: TokenRow,
  kind: TokenKind,
  id: string,
  publicUrl: string,
): AdapterPayload {
  const address = kind === 'Interaction' ? { returnTo: `${publicUrl}/oauth/authorize/${id}` } : {};
  return { ...payload, jti: id, ...address, ...(consumed !== null && { consumed }) } as AdapterPayload;
}

async function clientIn(db: Db, id: string): Promise<AdapterPayload | undefined> {
  const client = await knownClient(db, id);
  if (!client) return undefined;
  return {
    ...{ client_id: id, client_name: client.client_name ?? hostOf(id), redirect_uris: client.redirect_uris },
    ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    ...{ token_endpoint_auth_method: 'none', application_type: 'native' },
  };
}

async function grantIn(db: Db, id: string, publicUrl: string): Promise<AdapterPayload | undefined> {
  const [grant] = isId(id) ? await grantOf(db, id) : [];
  if (!grant) return undefined;
  return {
    ...{ jti: id, kind: 'Grant', iat: grant.iat, exp: grant.iat + YEARS },
    ...{ accountId: grant.user_id, clientId: grant.client_id, openid: { scope: 'offline_access' } },
    resources: { [publicUrl + RESOURCE_PATHS[grant.resource]]: grant.scopes.join(' ') },
  };
}

/** Ends a grant whose code or token was used twice, and says so in the audit log. */
async function endGrant(db: Db, id: string): Promise<void> {
  const [grant] = isId(id) ? await grantOf(db, id) : [];
  if (!grant) return;
  const { address, requestId } = browserOf() ?? { address: '', requestId: id };
  const request = { id: requestId, address, userAgent: null, transport: 'api' as const };
  await runUnitOfWork({ db, actor: null, request }, [], async (unit) => {
    await deleteKeyOfGrant(unit.db, grant.key_id);
    unit.audit({
      ...{
        entityId: grant.entity_id,
        actor: { id: grant.user_id, name: `${grant.user_name} (${hostOf(grant.client_id)})` },
      },
      ...{
        action: 'oauth_grant.revoked',
        objectId: id,
        before: { client: hostOf(grant.client_id), scopes: grant.scopes },
      },
    });
  });
}
