import type { Manifest } from './types';

type Party = Manifest['shipper'];

/** A party of an order with its license and the premises that goods leave or reach. */
export function PartyFacts({ name, party }: { name: string; party: Party | undefined }) {
  return (
    <>
      <span className="font-medium">{name}</span>
      {party && (
        <span className="block text-muted text-sm">
          {party.legal_name !== name && <span className="block">{party.legal_name}</span>}
          <span className="block">License {party.license_number}</span>
          {party.premises.map((place) => (
            <span key={place.id} className="mt-1 block">
              {place.name}, {place.address.street}, {place.address.city}, {place.address.state}{' '}
              {place.address.zip}
              {place.license_number !== party.license_number && (
                <span className="block">Premises license {place.license_number}</span>
              )}
            </span>
          ))}
        </span>
      )}
    </>
  );
}
