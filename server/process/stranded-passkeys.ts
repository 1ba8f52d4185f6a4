import { passkeysElsewhere } from '../features/auth/passkeys/queries';
import { relyingPartyOf } from '../features/auth/passkeys/relying-party';
import type { Db } from '../platform/db/client';

/** A passkey works at the host that it was made for alone. */
export async function sayStrandedPasskeys(db: Db, publicUrl: string): Promise<void> {
  const { rpId } = relyingPartyOf(publicUrl);
  for (const { rpId: host, count } of await passkeysElsewhere(db, rpId)) {
    process.stderr.write(
      `tallyleaf: ${count} ${count === 1 ? 'passkey was' : 'passkeys were'} made for ${host} and can't sign in at ${rpId}, ` +
        'the host of PUBLIC_URL: set the earlier host again, or have the members add new ones\n',
    );
  }
}
