import { LicenseFacts } from '@/components/business/licenses/license-facts';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { DateTime } from '@/components/ui/date-time';
import { UNKNOWN } from '@/components/ui/format';
import { situationOf } from './labels';
import type { ConnectionDetail } from './types';

type Profile = NonNullable<ConnectionDetail['profile']>;

/** The request, and what the other business shares with those it is connected with. */
export function ConnectionFacts({
  connection,
  timezone,
}: {
  connection: ConnectionDetail;
  timezone: string;
}) {
  const { profile, status } = connection;
  return (
    <>
      <Card title="Business">
        {profile ? (
          <Contact profile={profile} />
        ) : (
          <p className="text-muted">
            {status === 'pending'
              ? 'License, address and contact appear here once the request is accepted.'
              : 'License, address and contact are shared between connected businesses only.'}
          </p>
        )}
      </Card>
      {profile && (
        <Card title="License">
          <LicenseFacts license={profile} timezone={timezone} />
        </Card>
      )}
      <Card title="Connection">
        <DefinitionList
          items={[
            { term: 'Request', value: situationOf(connection) },
            { term: 'Message', value: connection.message ?? UNKNOWN },
            { term: 'Requested', value: <DateTime value={connection.created_at} timezone={timezone} /> },
            { term: 'Responded', value: <DateTime value={connection.responded_at} timezone={timezone} /> },
          ]}
        />
      </Card>
    </>
  );
}

function Contact({ profile: { legal_name, address, contact } }: { profile: Profile }) {
  return (
    <DefinitionList
      items={[
        { term: 'Legal name', value: legal_name },
        {
          term: 'Address',
          value: `${address.street}, ${address.city}, ${address.state} ${address.zip}`,
        },
        {
          term: 'Email',
          value:
            contact.email === null ? (
              UNKNOWN
            ) : (
              <a
                href={`mailto:${contact.email}`}
                className="rounded-sm text-link underline-offset-4 hover:underline"
              >
                {contact.email}
              </a>
            ),
        },
        { term: 'Phone', value: contact.phone ?? UNKNOWN },
      ]}
    />
  );
}
