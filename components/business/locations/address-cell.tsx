/** The address of premises in a table: the street, and beneath it the city, state and ZIP code. */
export function AddressCell({
  street,
  city,
  state,
  zip,
}: Record<'street' | 'city' | 'state' | 'zip', string>) {
  return (
    <span className="block py-1 md:whitespace-normal">
      {street}
      <span className="block text-muted text-sm">
        {city}, {state} {zip}
      </span>
    </span>
  );
}
