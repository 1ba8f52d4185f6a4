'use client';
import { BusinessGroup } from './business-group';
import { LocationGroup } from './location-group';

/** A new business and its first location, with the fields of `BusinessValues`. */
export function BusinessFields() {
  return (
    <>
      <BusinessGroup title="Business" />
      <LocationGroup title="First location" />
    </>
  );
}
