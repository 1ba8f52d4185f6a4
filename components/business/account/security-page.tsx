'use client';
import { GrantsSection } from '@/components/business/assistants/grants-section';
import { PageHeader } from '@/components/ui/base/page-header';
import { trpc } from '@/components/ui/providers/trpc';
import { MfaCard } from './mfa-card';
import { PasskeysCard } from './passkeys-card';
import { PasswordCard } from './password-card';
import { SessionsSection } from './sessions-section';
import { SignInRules } from './sign-in-rules';
import type { Entity, Profile } from './types';

/** The member's passkeys, second factor, password and sessions; for owners the rules of the business. */
export function SecurityPage({ first, rules }: { first: Profile; rules: Entity | null }) {
  const { data: profile = first } = trpc.auth.me.useQuery({});
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <div className="-mb-5">
        <PageHeader title="Security" />
      </div>
      <PasskeysCard />
      <MfaCard enabled={profile.mfa_enabled} />
      <PasswordCard />
      <GrantsSection />
      <SessionsSection />
      {rules && <SignInRules first={rules} />}
    </div>
  );
}
