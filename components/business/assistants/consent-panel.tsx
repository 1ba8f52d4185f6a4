'use client';
import { AuthPanel } from '@/components/business/auth/auth-panel';
import { Button } from '@/components/ui/base/button';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { PasswordGate } from '@/components/ui/providers/password-gate';
import { TrpcProvider, trpc } from '@/components/ui/providers/trpc';
import { type ViewerInfo, ViewerProvider } from '@/components/ui/providers/viewer';
import { scopesText } from './scopes-text';
import type { OAuthRequest } from './types';

interface Props {
  /** Null for a request that is not, or no longer, the member's. */
  request: OAuthRequest | null;
  viewer: ViewerInfo;
}

/** Asks a member whether a client may act for them, or for their business. */
export function ConsentPanel({ request, viewer }: Props) {
  return (
    <TrpcProvider email={viewer.user.email}>
      <ViewerProvider value={viewer}>
        {request ? <Question request={request} viewer={viewer} /> : <Gone />}
        <PasswordGate />
      </ViewerProvider>
    </TrpcProvider>
  );
}

function Gone() {
  return (
    <AuthPanel
      title="This request has ended"
      description="It was decided, has expired, or began in another session. Start again in the app."
    >
      <Button onClick={() => window.location.assign('/')}>Open Tallyleaf</Button>
    </AuthPanel>
  );
}

function Question({ request, viewer }: { request: OAuthRequest; viewer: ViewerInfo }) {
  const go = ({ continue_at }: { continue_at: string }) => window.location.assign(continue_at);
  const consent = trpc.oauth.consent.useMutation({ onSuccess: go });
  const deny = trpc.oauth.deny.useMutation({ onSuccess: go });
  const { id, host, client_name, redirect_host, resource, location_ids, withheld } = request;
  const isApp = resource === 'api';
  return (
    <AuthPanel
      title={`Let ${host} in?`}
      description={
        isApp ? `It would act for ${viewer.entity.name}.` : `It would act for you at ${viewer.entity.name}.`
      }
    >
      <dl className="flex flex-col gap-3 text-sm">
        <Fact name="App" value={client_name ? `${host}, which calls itself “${client_name}”` : host} />
        <Fact name="You return to" value={redirect_host} />
        <Fact name="May do" value={scopesText(request)} />
        {withheld.length > 0 && <Fact name="Asked for, but you may not give" value={withheld.join(', ')} />}
        <Fact
          name="Locations"
          value={location_ids ? `${location_ids.length}, those that you are limited to` : 'All that you see'}
        />
      </dl>
      <FormAlert message={errorTextOf(consent.error ?? deny.error)} />
      {!request.may_consent && (
        <p className="mt-4 text-sm">Ask an owner or admin: apps act for the whole business.</p>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {request.may_consent && (
          <Button variant="primary" pending={consent.isPending} onClick={() => consent.mutate({ id })}>
            Let it in
          </Button>
        )}
        <Button pending={deny.isPending} onClick={() => deny.mutate({ id })}>
          Deny
        </Button>
      </div>
    </AuthPanel>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="break-words">{value}</dd>
    </div>
  );
}
