'use client';
import { trpc } from '@/components/providers/trpc';
import { PageHeader } from '@/components/ui/page-header';
import { MfaCard } from './mfa-card';
import { PasskeysCard } from './passkeys-card';
import { PasswordCard } from './password-card';
import { SessionsSection } from './sessions-section';
import type { Profile } from './types';

/** The member's passkeys, second factor, password and sessions. */
export function SecurityPage({ first }: { first: Profile }) {
  const { data: profile = first } = trpc.auth.me.useQuery({});
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <div className="-mb-5">
        <PageHeader title="Security" />
      </div>
      <PasskeysCard />
      <MfaCard enabled={profile.mfa_enabled} />
      <PasswordCard />
      <SessionsSection />
    </div>
  );
}
