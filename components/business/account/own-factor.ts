'use client';
import { trpc } from '@/components/ui/providers/trpc';

/** The second factor that the member has to confirm an act with: the app's code, a passkey of this host, or neither. */
export function useOwnFactor() {
  const me = trpc.auth.me.useQuery({});
  const passkeys = trpc.auth.passkeys.list.useQuery({ limit: 10 });
  const hasApp = me.data?.mfa_enabled === true;
  // Another host's passkeys don't work here.
  const hasPasskey = passkeys.data?.data.some(({ rp_id }) => rp_id === window.location.hostname) === true;
  return { hasApp, hasPasskey, isPending: me.isPending || passkeys.isPending };
}
